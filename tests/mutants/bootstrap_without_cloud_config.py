"""Config operators that get wrong, on the bootstrap host, an Infrastructure that comes alone."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

RENDER = "config_operator.render"

MUTANTS: list[Mutant] = [
    edited(
        "bootstrap-reads-endpoints-in-status-only",
        "CRE-200",
        "passes over endpoints of the specification",
        f"{RENDER}:with_endpoints",
        " or infrastructure.endpoints_in_spec(found)",
        "",
    ),
    edited(
        "bootstrap-renders-an-empty-cloud-config",
        "CRE-201",
        "writes a ConfigMap without a configuration",
        f"{RENDER}:render",
        "if not wanted.empty:",
        "if True:",
    ),
    edited(
        "bootstrap-blames-the-cloud-config",
        "CRE-202",
        "names the file of a cloud config that was not given",
        f"{RENDER}:render",
        "{cloud_config_file or infrastructure_file}",
        "{cloud_config_file}",
    ),
]
