"""The columns that `kubectl get` shows for built-in kinds (pkg/printers/internalversion of Kubernetes)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..objects import Manifest, mapping
from ..resource import Column

AGE = Column("Age", ".metadata.creationTimestamp", "date")


def _shown(name: str, cell: Callable[[Manifest], Any], kind: str = "string", priority: int = 0) -> Column:
    return Column(name, "", kind, priority=priority, cell=cell)


def _size(*fields: str) -> Callable[[Manifest], int]:
    return lambda obj: sum(len(mapping(obj.get(field))) for field in fields)


def _cluster_ip(obj: Manifest) -> str:
    return str((obj["spec"].get("clusterIPs") or ["<none>"])[0])


def _external_ip(obj: Manifest) -> str:
    spec = obj["spec"]
    if spec["type"] == "ExternalName":
        return str(spec.get("externalName", ""))
    points = mapping(mapping(obj.get("status")).get("loadBalancer")).get("ingress") or ()
    found = [str(p.get("ip") or p.get("hostname") or "") for p in points if spec["type"] == "LoadBalancer"]
    found += spec.get("externalIPs") or []
    return ",".join(found) or ("<pending>" if spec["type"] == "LoadBalancer" else "<none>")


def _ports(obj: Manifest) -> str:
    def piece(port: Manifest) -> str:
        node = f":{port['nodePort']}" if port.get("nodePort") else ""
        return f"{port['port']}{node}/{port['protocol']}"

    return ",".join(map(piece, obj["spec"].get("ports") or ())) or "<none>"


def label_text(labels: Any) -> str:
    """Return labels, or a selector that is like them, as a cell."""
    return ",".join(f"{k}={v}" for k, v in sorted(mapping(labels).items())) or "<none>"


def _param_kind(obj: Manifest) -> str:
    kind = obj["spec"].get("paramKind")
    return f"{kind.get('apiVersion', '')}/{kind.get('kind', '')}" if kind else "<unset>"


def _param(obj: Manifest) -> str:
    reference = mapping(obj["spec"].get("paramRef"))
    if reference.get("name"):
        return f"{reference.get('namespace') or '*'}/{reference['name']}"
    wanted = reference.get("selector")
    if wanted is None:
        return "<unset>"
    # as Go prints the struct
    labels = " ".join(f"{key}: {value}," for key, value in sorted(mapping(wanted.get("matchLabels")).items()))
    shown = f"map[string]string{{{labels}}}"
    more = "".join(
        f"LabelSelectorRequirement{{Key:{one['key']},Operator:{one['operator']},"
        f"Values:[{' '.join(one.get('values') or ())}],}},"
        for one in wanted.get("matchExpressions") or ()
    )
    return f"&LabelSelector{{MatchLabels:{shown},MatchExpressions:[]LabelSelectorRequirement{{{more}}},}}"


def _pod_ready(obj: Manifest) -> str:
    states = mapping(obj.get("status")).get("containerStatuses") or ()
    return f"{sum(bool(s.get('ready')) for s in states)}/{len(obj['spec'].get('containers') or ())}"


def _pod_status(obj: Manifest) -> str:
    if obj["metadata"].get("deletionTimestamp"):
        return "Terminating"
    for state in mapping(obj.get("status")).get("containerStatuses") or ():
        reason = mapping(mapping(state.get("state")).get("waiting")).get("reason")
        if reason:
            return str(reason)
    return str(mapping(obj.get("status")).get("phase", "Unknown"))


def _restarts(obj: Manifest) -> str:
    return str(sum(s.get("restartCount", 0) for s in mapping(obj.get("status")).get("containerStatuses") or ()))


def _count(field: str) -> Callable[[Manifest], int]:
    return lambda obj: int(mapping(obj.get("status")).get(field, 0))


def _deployment_ready(obj: Manifest) -> str:
    return f"{_count('readyReplicas')(obj)}/{obj['spec'].get('replicas', 0)}"


def _node_status(obj: Manifest) -> str:
    conditions = mapping(obj.get("status")).get("conditions") or ()
    ready = next((c.get("status") for c in conditions if c.get("type") == "Ready"), None)
    words = ["Unknown" if ready is None else "Ready" if ready == "True" else "NotReady"]
    return ",".join(words + (["SchedulingDisabled"] if mapping(obj.get("spec")).get("unschedulable") else []))


def _roles(obj: Manifest) -> str:
    prefix = "node-role.kubernetes.io/"
    found = [k.removeprefix(prefix) for k in mapping(obj["metadata"].get("labels")) if k.startswith(prefix)]
    return ",".join(sorted(filter(None, found))) or "<none>"


def _about(obj: Manifest) -> str:
    about = mapping(obj.get("involvedObject") or obj.get("regarding"))
    return f"{about.get('kind', '').lower()}/{about.get('name', '')}"


def _either(one: str, two: str) -> Callable[[Manifest], str]:
    return lambda obj: str(obj.get(one) or obj.get(two) or "")


def _wanted(field: str) -> Callable[[Manifest], str]:
    return lambda obj: str(mapping(obj.get("spec")).get(field, "N/A"))


def _hosts(obj: Manifest) -> str:
    found = [host for rule in mapping(obj.get("spec")).get("rules") or () if (host := rule.get("host"))]
    more = f" + {len(found) - 3} more..." if len(found) > 3 else ""
    return ",".join(found[:3]) + more or "*"


def _role(obj: Manifest) -> str:
    reference = mapping(obj.get("roleRef"))
    return f"{reference.get('kind', '')}/{reference.get('name', '')}"


def _subjects(kind: str) -> Callable[[Manifest], str]:
    def found(obj: Manifest) -> str:
        those = [subject for subject in obj.get("subjects") or () if subject.get("kind") == kind]
        if kind == "ServiceAccount":
            return ", ".join(f"{subject.get('namespace', '')}/{subject['name']}" for subject in those)
        return ", ".join(subject["name"] for subject in those)

    return found


def _balancers(obj: Manifest) -> str:
    points = mapping(mapping(obj.get("status")).get("loadBalancer")).get("ingress") or ()
    return ",".join(sorted(str(p.get("ip") or p.get("hostname")) for p in points))


CONFIG_MAPS = (_shown("Data", _size("data", "binaryData"), "string"), AGE)
SECRETS = (Column("Type", ".type"), _shown("Data", _size("data"), "string"), AGE)
NAMESPACES = (Column("Status", ".status.phase"), AGE)
SERVICES = (
    Column("Type", ".spec.type"),
    _shown("Cluster-IP", _cluster_ip),
    _shown("External-IP", _external_ip),
    _shown("Port(s)", _ports),
    AGE,
    _shown("Selector", lambda obj: label_text(obj["spec"].get("selector")), priority=1),
)
PODS = (
    _shown("Ready", _pod_ready),
    _shown("Status", _pod_status),
    _shown("Restarts", _restarts),
    AGE,
)
DEPLOYMENTS = (
    _shown("Ready", _deployment_ready),
    _shown("Up-to-date", _count("updatedReplicas")),
    _shown("Available", _count("availableReplicas")),
    AGE,
)
NODES = (
    _shown("Status", _node_status),
    _shown("Roles", _roles),
    AGE,
    Column("Version", ".status.nodeInfo.kubeletVersion"),
)
EVENTS = (
    Column("Last Seen", ".metadata.creationTimestamp", "date"),
    Column("Type", ".type"),
    Column("Reason", ".reason"),
    _shown("Object", _about),
    _shown("Message", _either("message", "note")),
)
LEASES = (_shown("Holder", lambda obj: mapping(obj.get("spec")).get("holderIdentity", "")), AGE)
CREATED = (Column("Created At", "", cell=lambda obj: obj["metadata"]["creationTimestamp"]),)
WEBHOOKS = (Column("Webhooks", "", "integer", cell=lambda obj: len(obj.get("webhooks") or ())), AGE)
POLICIES = (
    Column("Validations", "", "integer", cell=lambda obj: len(obj["spec"].get("validations") or ())),
    _shown("ParamKind", _param_kind),
    AGE,
)
POLICY_BINDINGS = (_shown("PolicyName", lambda obj: obj["spec"].get("policyName", "")), _shown("ParamRef", _param), AGE)
BINDINGS = (
    _shown("Role", _role),
    AGE,
    _shown("Users", _subjects("User"), priority=1),
    _shown("Groups", _subjects("Group"), priority=1),
    _shown("ServiceAccounts", _subjects("ServiceAccount"), priority=1),
)
BUDGETS = (
    _shown("Min Available", _wanted("minAvailable")),
    _shown("Max Unavailable", _wanted("maxUnavailable")),
    _shown("Allowed Disruptions", _count("disruptionsAllowed"), "integer"),
    AGE,
)
INGRESSES = (
    _shown("Class", lambda obj: mapping(obj.get("spec")).get("ingressClassName", "<none>")),
    _shown("Hosts", _hosts),
    _shown("Address", _balancers),
    _shown("Ports", lambda obj: "80, 443" if mapping(obj.get("spec")).get("tls") else "80"),
    AGE,
)
