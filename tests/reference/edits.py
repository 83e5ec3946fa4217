"""Edits of an IngressController and its Service, as actions on a world and as steps of a scenario."""

from __future__ import annotations

from dataclasses import dataclass

from .world import AUTO_DELETE, OPERANDS, SUBNETS, World

NAME = "custom"
MISSING = "no-such-subnet"
BLOCKS = {"Classic": "classicLoadBalancer", "NLB": "networkLoadBalancer"}


def value_of(world: World, subnet: str) -> str:
    """Return the API's value for `s0`, `s1`, ... or for a subnet that does not exist."""
    return subnet if subnet == MISSING else world.subnet(int(subnet[1:]))


def listed(subnets: tuple[str, ...]) -> str:
    return ", ".join(subnets) or "nothing"


@dataclass(frozen=True)
class Specified:
    """The admin's specification after the edits so far."""

    kind: str
    subnets: tuple[str, ...] = ()
    scope: str = "External"


class Edit:
    """One edit."""

    def act(self, world: World, kind: str) -> None:
        raise NotImplementedError

    def step(self) -> str:
        raise NotImplementedError

    def follow(self, before: Specified) -> Specified:
        """Return the specification after the edit."""
        return before


@dataclass(frozen=True)
class Select(Edit):
    subnets: tuple[str, ...]

    def act(self, world: World, kind: str) -> None:
        values = [value_of(world, s) for s in self.subnets]
        ids, names = [v for v in values if v != MISSING], [v for v in values if v == MISSING]
        chosen = {"ids": ids or None, "names": names or None} if values else None
        world.patch_aws(NAME, {BLOCKS[kind]: {"subnets": chosen}})

    def step(self) -> str:
        if not self.subnets:
            return f"When the admin sets the subnets of {NAME} to null"
        return f"When the admin sets the subnets of {NAME} to {listed(self.subnets)}"

    def follow(self, before: Specified) -> Specified:
        return Specified(before.kind, self.subnets, before.scope)


@dataclass(frozen=True)
class Publish(Edit):
    scope: str

    def act(self, world: World, kind: str) -> None:
        world.patch_aws(NAME, {}, scope=self.scope)

    def step(self) -> str:
        return f"When the admin sets the scope of {NAME} to {self.scope}"

    def follow(self, before: Specified) -> Specified:
        return Specified(before.kind, before.subnets, self.scope)


@dataclass(frozen=True)
class Annotate(Edit):
    subnets: tuple[str, ...]

    def act(self, world: World, kind: str) -> None:
        value = ",".join(value_of(world, s) for s in self.subnets)
        world.annotate_service(NAME, subnets=value or None)

    def step(self) -> str:
        return (
            f"When someone edits the Service of {NAME} with\n      | field | value |\n"
            f"      | {SUBNETS} | {listed(self.subnets)} |"
        )


@dataclass(frozen=True)
class Recreate(Edit):
    def act(self, world: World, kind: str) -> None:
        world.delete_service(NAME)

    def step(self) -> str:
        return f"When the admin deletes the Service of {NAME}"


@dataclass(frozen=True)
class AllowRecreation(Edit):
    def act(self, world: World, kind: str) -> None:
        world.patch(NAME, {"metadata": {"annotations": {AUTO_DELETE: ""}}})

    def step(self) -> str:
        command = f"oc -n openshift-ingress-operator annotate ingresscontroller/{NAME} {AUTO_DELETE}="
        return f'Given the admin has run\n      """\n      {command}\n      """'


def scenario(kind: str, edits: list[Edit], zones: int) -> str:
    """Format the edits as a scenario of a feature file."""
    rows = "".join(f"      | s{i} | us-east-1{'abcdef'[i]} | public |\n" for i in range(zones))
    head = (
        "  Scenario: A sequence of edits\n    Given a VPC in us-east-1 with the subnets\n"
        f"      | subnet | zone | visibility |\n{rows}    And a cluster on platform AWS\n"
        f"    And the IngressController {NAME} with\n      | parameter | value |\n"
        f"      | load balancer type | {kind} |\n"
    )
    return head + "".join(f"    {edit.step()}\n" for edit in edits)


def left_in_aws(world: World) -> list[str]:
    """List what load balancers of Services have in AWS, and the DNS records that point to them."""
    found = list(world.classic()) + list(world.nlbs())
    found += [g["TargetGroupName"] for g in world.aws("elbv2").describe_target_groups()["TargetGroups"]]
    groups = world.aws("ec2").describe_security_groups()["SecurityGroups"]
    found += [g["GroupName"] for g in groups if g["GroupName"].startswith("k8s-")]
    rules = [rule for g in groups for rule in g["IpPermissions"] if g["GroupName"].endswith("-node")]
    found += [f"a rule for ports from {rule.get('FromPort')}" for rule in rules]
    route53 = world.aws("route53")
    for zone in route53.list_hosted_zones()["HostedZones"]:
        sets = route53.list_resource_record_sets(HostedZoneId=zone["Id"])["ResourceRecordSets"]
        found += [s["Name"] for s in sets if s["Type"] in ("A", "CNAME")]
    return sorted(found)


def written(world: World) -> list[tuple[str, str]]:
    """Return name and version of everything the components write, except events."""
    paths = (
        "/apis/operator.openshift.io/v1/ingresscontrollers",
        "/apis/ingress.operator.openshift.io/v1/dnsrecords",
        f"/api/v1/namespaces/{OPERANDS}/services",
        f"/apis/apps/v1/namespaces/{OPERANDS}/deployments",
    )
    items = [item for path in paths for item in world.admin.call("GET", path)["items"]]
    return sorted((i["metadata"]["name"], i["metadata"]["resourceVersion"]) for i in items)
