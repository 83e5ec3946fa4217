"""Installers that get one part of images, zones or instance types in custom regions wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .source_editing import edited

INSTALLER = "enhancement_kit.reference.installer"
ZONES = 'found = self._cloud(config)("ec2", "describe_availability_zones")["AvailabilityZones"]'
COPY = "image = images.encrypted_copy(aws, images.source(config, aws, home), names.infra_id)"
RUN = 'image=machine["spec"]["ami"]["id"],'
RUN_COMPUTE = 'image=value["ami"]["id"],'
BUILT_IN = "ami-12c6146b"


def _copies_only(encrypted: bool) -> Callable[[Patcher], None]:
    """Copy the user's image only if it is, or is not, encrypted; use any other directly."""

    def choosy(old: Callable[..., str]) -> Callable[..., str]:
        def encrypted_copy(aws: Any, origin: Any, infra_id: str) -> str:
            if origin.region != aws.region:
                return old(aws, origin, infra_id)
            image = aws("ec2", "describe_images", ImageIds=[origin.id])["Images"][0]
            found = any(m.get("Ebs", {}).get("Encrypted") for m in image["BlockDeviceMappings"])
            return old(aws, origin, infra_id) if found == encrypted else str(origin.id)

        return encrypted_copy

    return lambda patcher: patcher.wrap(f"{INSTALLER}.images:encrypted_copy", choosy)


MUTANTS = [
    edited(
        "installer-counts-zones-off",
        "CRE-011.a CRE-011.1",
        "takes zones a, b and c for granted",
        "installer.component:Installer._regular_zones",
        ZONES,
        ZONES + '\n    found = [{"ZoneName": config.aws.region + letter} for letter in "abc"]',
    ),
    edited(
        "installer-asks-elsewhere-for-zones",
        "CRE-011.a CRE-011.2",
        "asks the default endpoint for zones",
        "installer.component:Installer._regular_zones",
        ZONES,
        'found = Aws(endpoints.clients(self.aws, ()), config.aws.region)("ec2", "describe_availability_zones")['
        '"AvailabilityZones"]',
    ),
    edited(
        "installer-takes-one-zone",
        "CRE-011.b CRE-011.1",
        "makes MachineSets for the first listed zone",
        "installer.component:Installer._plan",
        "for subnet in plan.node_subnets(config, validated.network)]",
        "for subnet in plan.node_subnets(config, validated.network)[:1]]",
    ),
    edited(
        "installer-asks-elsewhere-for-subnets",
        "CRE-011.b CRE-011.2",
        "asks the default endpoint for subnets",
        "installer.validation:validate",
        "ec2 = endpoints.clients(aws, config.aws.service_endpoints)",
        "ec2 = endpoints.clients(aws, ())",
    ),
    edited(
        "installer-always-looks-up-types",
        "CRE-140.b",
        "looks up types that the install-config names",
        "installer.machine_types:chosen",
        "open_places = [place for place, name in result.items() if not name]",
        "open_places = list(result)",
    ),
    edited(
        "installer-copies-at-the-default",
        "CRE-141.1 CRE-005 CRE-020",
        "calls CopyImage at the default endpoint",
        "installer.component:Installer._provision",
        "images.encrypted_copy(aws,",
        "images.encrypted_copy(Aws(endpoints.clients(self.aws, ()), config.aws.region),",
    ),
    edited(
        "installer-copies-within-the-region",
        "CRE-141.2 CRE-141.3",
        "copies the image of the region itself",
        "installer.images:source",
        "place = aws if regions.known(aws.region) else home",
        "place = aws",
    ),
    edited(
        "installer-copies-another-image",
        "CRE-141.3",
        "copies an image that is no image of the operating system",
        "installer.images:source",
        "return Source(infrastructure.image(place), place.region)",
        'return Source(str(place("ec2", "describe_images", Owners=["amazon"])["Images"][0]["ImageId"]), place.region)',
    ),
    edited(
        "control-plane-boots-from-another-image",
        "CRE-143.1",
        "runs the control plane from an image of AWS",
        "installer.infrastructure:control_plane_instances",
        RUN,
        f'image="{BUILT_IN}",',
    ),
    edited(
        "compute-boots-from-another-image",
        "CRE-143.2",
        "runs compute machines from an image of AWS",
        "installer.infrastructure:compute_instances",
        RUN_COMPUTE,
        f'image="{BUILT_IN}",',
    ),
    edited(
        "machine-sets-name-no-image",
        "CRE-143.3",
        "leaves MachineSets without an image",
        "installer.images:_owner_of_image",
        'manifest.get("kind") == "MachineSet"',
        'manifest.get("kind") == "Machine"',
    ),
    edited(
        "installer-does-not-tag-the-copy",
        "CRE-144.1",
        "makes a copy that nobody owns",
        "installer.images:encrypted_copy",
        'TagSpecifications=[{"ResourceType": kind, "Tags": tag_list(tags)} for kind in ("image", "snapshot")],',
        "",
    ),
    edited(
        "installer-deregisters-every-image",
        "CRE-144.2",
        "takes the account's other images away, too",
        "installer.images:deregister",
        'Owners=["self"], Filters=filters)',
        'Owners=["self"])',
    ),
    edited(
        "installer-does-without-a-copy",
        "CRE-145.1",
        "goes on with an image of the region where it may not copy",
        "installer.component:Installer._provision",
        COPY,
        f"try:\n        {COPY}\n    except InstallError:\n        image = infrastructure.image(aws)",
    ),
    edited(
        "installer-copies-first",
        "CRE-145.2",
        "copies the image before it makes anything",
        "installer.component:Installer._provision",
        "cluster = infrastructure.of_kind(",
        "home = Aws(endpoints.clients(self.aws, ()), images.HOME)\n"
        "    images.encrypted_copy(aws, images.source(config, aws, home), names.infra_id)\n"
        "    cluster = infrastructure.of_kind(",
    ),
    edited(
        "metadata-has-no-region",
        "CRE-145.3",
        "leaves the region out of metadata.json, so that nothing is destroyed",
        "installer.component:metadata_of",
        "names.cluster_id, aws.region,",
        'names.cluster_id, "",',
    ),
    Mutant(
        "installer-copies-encrypted-images-only",
        ("CRE-147.a", "CRE-147.1", "CRE-147.2"),
        "uses an image without encryption directly",
        _copies_only(encrypted=True),
    ),
    Mutant(
        "installer-copies-plain-images-only",
        ("CRE-147.b", "CRE-147.1", "CRE-147.2"),
        "uses an encrypted image directly",
        _copies_only(encrypted=False),
    ),
    edited(
        "installer-copies-and-forgets",
        "CRE-147.2",
        "makes a copy of the user's image and boots from the image itself",
        "installer.component:Installer._provision",
        "images.booting_from(found, image)",
        "images.booting_from(found, config.aws.ami or image)",
    ),
    edited(
        "prompt-takes-any-region",
        "CRE-152.1",
        "offers a custom region, too",
        "installer.regions:offered",
        "return sorted(region for region in IMAGE_REGIONS if known(region))",
        'return sorted({"custom-region-1", *(region for region in IMAGE_REGIONS if known(region))})',
    ),
    edited(
        "file-takes-what-the-prompt-offers",
        "CRE-152.2",
        "demands a region of the prompt in a prepared install-config",
        "installer.regions:endpoints_in_unknown_region",
        "for service in missing(config):",
        'for service in ["everything"]:',
    ),
]
