"""Commands of the bootstrap host that read, write or refuse the wrong files."""

from __future__ import annotations

from .source_editing import edited

RENDER = "config_operator.render"
WRITE = 'output.write_text(yaml.safe_dump(config_map(wanted), sort_keys=False), encoding="utf-8")'
CONFLICT = 'raise RenderError(f"{cloud_config_file or infrastructure_file}: {error}") from error'

MUTANTS = [
    edited(
        "render-needs-another-file",
        "CRE-087",
        "reads a further manifest of the installer",
        f"{RENDER}:render",
        "    key = ",
        '    read(infrastructure_file.with_name("cluster-dns-02-config.yml"), "DNS")\n    key = ',
    ),
    edited(
        "render-leaves-the-endpoints-out",
        "CRE-088.1 CRE-094 CRE-017 CRE-175",
        "renders the admin's cloud config as it is",
        f"{RENDER}:render",
        "stitching.stitch(platform, source, key, found)",
        'stitching.stitch("None", source, key, found)',
    ),
    edited(
        "render-leaves-the-admins-sections-out",
        "CRE-088.1 CRE-094",
        "renders the overrides alone",
        f"{RENDER}:render",
        "stitching.stitch(platform, source, key, found)",
        "stitching.stitch(platform, Content(), key, found)",
    ),
    edited(
        "render-names-the-source",
        "CRE-088.2",
        "renders a ConfigMap of the admin's name and namespace",
        f"{RENDER}:config_map",
        '{"name": cloud_config.TARGET_NAME, "namespace": cloud_config.TARGET_NAMESPACE}',
        '{"name": "cloud-provider-config", "namespace": "openshift-config"}',
    ),
    edited(
        "render-writes-no-config-map",
        "CRE-089",
        "writes the bare data",
        f"{RENDER}:config_map",
        '"kind": "ConfigMap",',
        "",
    ),
    edited(
        "render-writes-the-infrastructure",
        "CRE-091",
        "writes the endpoints back into the Infrastructure file",
        f"{RENDER}:render",
        WRITE,
        f'{WRITE}\n        infrastructure_file.write_text(yaml.safe_dump(dict(found)), encoding="utf-8")',
    ),
    edited(
        "render-writes-a-second-infrastructure",
        "CRE-091",
        "writes an Infrastructure beside the ConfigMap",
        f"{RENDER}:render",
        WRITE,
        f'{WRITE}\n        output.with_name("infrastructure.yaml").write_text(yaml.safe_dump(dict(found)))',
    ),
    edited(
        "render-writes-the-source",
        "CRE-092",
        "stitches into the admin's file, too",
        f"{RENDER}:render",
        WRITE,
        f"{WRITE}\n        cloud_config_file and cloud_config_file.write_text(output.read_text())",
    ),
    edited(
        "render-merges-two-sources",
        "CRE-093.a",
        "adds endpoints to a cloud config that has overrides",
        "config_operator.stitching:check_source",
        'if any(section.name == "serviceoverride" for section in sections):',
        "if not sections and text.strip():",
    ),
    edited(
        "render-needs-no-infrastructure",
        "CRE-093.b",
        "takes a missing file for an empty one",
        f"{RENDER}:read",
        'raise RenderError(f"{path} cannot be read: {error}") from error',
        "return {}",
    ),
    edited(
        "render-takes-any-object",
        "CRE-093.c",
        "takes a file of another kind for an empty one",
        f"{RENDER}:read",
        'raise RenderError(f"{path} holds no {kind}")',
        "return {}",
    ),
    edited(
        "render-takes-any-list",
        "CRE-093.d",
        "does not validate the endpoints",
        f"{RENDER}:with_endpoints",
        "service_endpoints.problems(endpoints, SPEC_PATH)",
        "service_endpoints.problems([], SPEC_PATH)",
    ),
    edited(
        "render-writes-before-it-refuses",
        "CRE-093.a",
        "writes what it then refuses",
        f"{RENDER}:render",
        CONFLICT,
        f'output.write_text("kind: ConfigMap")\n        {CONFLICT}',
    ),
    edited(
        "kubelets-get-the-admins-cloud-config",
        "CRE-094 CRE-017",
        "cuts the overrides off for the kubelets",
        "bootstrap_host:_render_machine_config",
        'text = str((found.get("data") or {}).get(stitching.KEY, ""))',
        'text = str((found.get("data") or {}).get(stitching.KEY, "")).partition("[ServiceOverride")[0]',
    ),
    edited(
        "installer-pushes-no-rendered-cloud-config",
        "CRE-090",
        "does not push to the cluster what the bootstrap host has rendered",
        "installer.component:Installer.create_cluster",
        "if name.startswith(applied)}",
        'if name.startswith(applied) and "generated" not in name}',
    ),
    edited(
        "render-needs-a-cloud-config",
        "CRE-175",
        "renders nothing without a cloud config of the admin",
        f"{RENDER}:render",
        "if not wanted.empty:",
        "if not wanted.empty and cloud_config_file is not None:",
    ),
]
