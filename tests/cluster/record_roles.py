"""Write the roles that a real API server has from the start into the embedded one, as far as people use them.

Run: python -m tests.cluster.on_real_server --rbac python -m tests.cluster.record_roles
"""

from __future__ import annotations

import json
import os
import re
import sys

from enhancement_kit.cluster.embedded.authorization.bootstrap import FILE
from enhancement_kit.local import ending

from .conftest import Http, Json

ROLES = re.compile(
    r"(system:)?(admin|cluster-admin|edit|view|aggregate-to-(admin|edit|view)|auth-delegator|basic-user|discovery"
    r"|monitoring|public-info-viewer|service-account-issuer-discovery|kubelet-api-admin|node-bootstrapper"
    r"|certificates\.k8s\.io:[a-z-]+:?[a-z-]*|:?extension-apiserver-authentication-reader)\Z"
)
AGGREGATED = "aggregationRule"


def kept(obj: Json) -> Json:
    """Return what a new cluster gives an object: the server's own notes on it are left out."""
    meta = {k: v for k, v in obj["metadata"].items() if k in ("name", "namespace", "labels", "annotations")}
    out = {**obj, "metadata": meta}
    return {**out, "rules": None} if AGGREGATED in out else out


def main() -> None:
    """Write the file."""
    http = Http(os.environ["KUBE_API_URL"], token=os.environ["KUBE_API_TOKEN"], ca=os.environ["KUBE_API_CA"])
    found = {}
    for plural, kind in (
        ("clusterroles", "ClusterRole"),
        ("clusterrolebindings", "ClusterRoleBinding"),
        ("roles", "Role"),
        ("rolebindings", "RoleBinding"),
    ):
        listed = http("GET", f"/apis/rbac.authorization.k8s.io/v1/{plural}").body["items"]
        head = {"kind": kind, "apiVersion": "rbac.authorization.k8s.io/v1"}
        found[plural] = [kept({**head, **obj}) for obj in listed if ROLES.match(obj["metadata"]["name"])]
    lines = [
        f'"{plural}": [\n' + ",\n".join(json.dumps(obj) for obj in objects) + "\n]" for plural, objects in found.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print({plural: [obj["metadata"]["name"] for obj in objects] for plural, objects in found.items()})


if __name__ == "__main__":
    sys.exit(ending.run(main))
