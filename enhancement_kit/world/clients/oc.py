"""The commands of `oc` that documents print, carried out at the API as the command line client does."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import yaml

from enhancement_kit.cluster.discovery import Resource
from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.kubernetes import KINDS, MEDIA_TYPES, Admin, Manifest

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
FOLLOWED = {"cloud-controller-manager": "openshift-cloud-controller-manager"}
"""Components whose pods' logs can be read, and where their pods run."""

Logs = Callable[[str], Sequence[str]]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise UsageError(f"{self.prog}: {message}; write the command as the client takes it")


def _parser(verb: str) -> _Parser:
    parser = _Parser(prog=f"oc {verb}", add_help=False)
    parser.add_argument("words", nargs="*")
    parser.add_argument("-n", "--namespace")
    parser.add_argument("-f", "--filename")
    parser.add_argument("-o", "--output", default="")
    parser.add_argument("-p", "--patch")
    parser.add_argument("--type", default="strategic")
    parser.add_argument("--subresource", choices=["status"])
    parser.add_argument("--server-side", action="store_true")
    parser.add_argument("--force-conflicts", action="store_true")
    parser.add_argument("--field-manager", default="kubectl")
    return parser


def run(words: Sequence[str], given: str, admin: Admin, logs: Logs) -> str:
    """Carry out `oc <words>` with `given` as its input; return what it prints, warnings of the server first.

    Raises UsageError for a command that the kit does not know, ApiError where the server refuses it.
    """
    # the namespace may stand before the verb, as documents write it
    verb = next((word for word in words if word in VERBS), None)
    if verb is None:
        raise UsageError(f"the kit knows no command `oc {' '.join(words)}`; it knows oc {', oc '.join(VERBS)}")
    rest = list(words)
    rest.remove(verb)
    options = _parser(verb).parse_args(rest)
    return VERBS[verb](options, given, admin, logs)


def _resource(word: str, admin: Admin) -> Resource:
    # a group may follow, as in `ingress.config.openshift.io`
    name, _, group = word.lower().partition(".")
    found = admin.named(name)
    if found is None or found.kind not in KINDS or not found.group.startswith(group):
        raise UsageError(f"the kit knows no kind {word!r}; it knows {', '.join(sorted(KINDS))}")
    return found


def _object(options: argparse.Namespace, admin: Admin) -> tuple[Resource, str, list[str]]:
    """Return kind and name, written `kind/name` or `kind name`, and the words behind them."""
    words = [part for word in options.words[:1] for part in word.split("/")] + options.words[1:]
    if len(words) < 2:
        raise UsageError("an object is missing: name it as <kind>/<name>")
    return _resource(words[0], admin), words[1], words[2:]


def _title(resource: Resource, name: str) -> str:
    return f"{resource.kind.lower()}{'.' + resource.group if resource.group else ''}/{name}"


def _printed(done: str, warnings: Sequence[str]) -> str:
    return "\n".join([*(f"Warning: {text}" for text in warnings), done])


def _annotate(options: argparse.Namespace, _: str, admin: Admin, __: Logs) -> str:
    resource, name, pairs = _object(options, admin)
    wanted = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
    path = admin.path(resource.kind, name, namespace=options.namespace)
    _, warnings = admin.exchange("PATCH", path, {"metadata": {"annotations": wanted}}, media=MEDIA_TYPES["merge"])
    return _printed(f"{_title(resource, name)} annotated", warnings)


def _patch(options: argparse.Namespace, _: str, admin: Admin, __: Logs) -> str:
    resource, name, _rest = _object(options, admin)
    if options.type not in MEDIA_TYPES:
        raise UsageError(f"oc patch takes --type {' or '.join(MEDIA_TYPES)} here, not {options.type}")
    path, body = admin.path(resource.kind, name, namespace=options.namespace), json.loads(options.patch)
    before = admin.request("GET", path)
    changed = f"{path}/{options.subresource}" if options.subresource else path
    after, warnings = admin.exchange("PATCH", changed, body, media=MEDIA_TYPES[options.type])
    same = before["metadata"]["resourceVersion"] == after["metadata"]["resourceVersion"]
    return _printed(f"{_title(resource, name)} patched{' (no change)' if same else ''}", warnings)


def _manifests(options: argparse.Namespace, given: str, admin: Admin) -> list[tuple[Manifest, Resource, str]]:
    """Return the manifests that a command is given, each with its resource and namespace."""
    manifests = [document for document in yaml.safe_load_all(given) if document]
    if not manifests or not all(isinstance(m, dict) and m.get("kind") in KINDS for m in manifests):
        raise UsageError("the command is given no manifest of a kind that the kit knows; add it below as <<EOF ... EOF")
    return [
        (m, admin.resource(m["kind"], m.get("apiVersion")), m["metadata"].get("namespace") or options.namespace)
        for m in manifests
    ]


def _create(options: argparse.Namespace, given: str, admin: Admin, _: Logs) -> str:
    printed = []
    for manifest, resource, namespace in _manifests(options, given, admin):
        path = admin.path(resource.kind, namespace=namespace, api_version=resource.api_version)
        # the client asks the server to be strict
        _, warnings = admin.exchange("POST", f"{path}?fieldValidation=Strict", manifest)
        printed.append(_printed(f"{_title(resource, manifest['metadata']['name'])} created", warnings))
    return "\n".join(printed)


def _apply(options: argparse.Namespace, given: str, admin: Admin, _: Logs) -> str:
    if not options.server_side:
        raise UsageError("oc apply is known with --server-side only")
    query = f"fieldManager={options.field_manager}&force={str(options.force_conflicts).lower()}"
    printed = []
    for manifest, resource, namespace in _manifests(options, given, admin):
        name = manifest["metadata"]["name"]
        path = f"{admin.path(resource.kind, name, namespace=namespace, api_version=resource.api_version)}?{query}"
        _, warnings = admin.exchange("PATCH", path, manifest, media=MEDIA_TYPES["apply"])
        printed.append(_printed(f"{_title(resource, name)} serverside-applied", warnings))
    return "\n".join(printed)


def _delete(options: argparse.Namespace, _: str, admin: Admin, __: Logs) -> str:
    resource, name, _rest = _object(options, admin)
    admin.delete(resource.kind, name, namespace=options.namespace)
    return f'{resource.kind.lower()} "{name}" deleted'


def _get(options: argparse.Namespace, _: str, admin: Admin, __: Logs) -> str:
    resource, name, _rest = _object(options, admin)
    path = admin.path(resource.kind, name, namespace=options.namespace)
    form, _, template = options.output.partition("=")
    if form == "jsonpath":
        return jsonpath(admin.request("GET", path), template)
    if form == "yaml":
        return str(yaml.safe_dump(admin.request("GET", path)))
    if form:
        raise UsageError(f"oc get prints yaml, jsonpath=... or, without -o, a table here, not {options.output}")
    table, _warnings = admin.exchange("GET", path, accept=TABLE)
    shown = [n for n, column in enumerate(table["columnDefinitions"]) if not column.get("priority")]
    lines = [[table["columnDefinitions"][n]["name"].upper() for n in shown]]
    lines += [[str(row["cells"][n]) for n in shown] for row in table["rows"]]
    return "\n".join(" ".join(line) for line in lines)


def jsonpath(tree: Any, template: str) -> str:
    """Fill in a JSONPath template of plain paths: `{.status.infrastructureName}`; `\\.` is a dot in a key."""

    def value(match: re.Match[str]) -> str:
        found: Any = tree
        for key in re.split(r"(?<!\\)\.", match[1].strip("'").removeprefix(".")):
            found = (found or {}).get(key.replace("\\.", ".")) if isinstance(found, Mapping) else None
        if found is None:
            return ""
        return found if isinstance(found, str) else json.dumps(found, separators=(",", ":"))

    return re.sub(r"\{([^}]*)\}", value, template)


def _logs(options: argparse.Namespace, _: str, __: Admin, logs: Logs) -> str:
    """Return the log of a component, which stands in for the log of its pod."""
    component = next(iter(options.words), "")
    if FOLLOWED.get(component) != options.namespace:
        known = ", ".join(f"{name} in {space}" for name, space in FOLLOWED.items())
        raise UsageError(
            f"there is no pod {component!r} in {options.namespace} whose log can be read; there is {known}"
        )
    return "\n".join(logs(component))


VERBS: Mapping[str, Callable[[argparse.Namespace, str, Admin, Logs], str]] = {
    "annotate": _annotate,
    "apply": _apply,
    "create": _create,
    "delete": _delete,
    "get": _get,
    "logs": _logs,
    "patch": _patch,
}
