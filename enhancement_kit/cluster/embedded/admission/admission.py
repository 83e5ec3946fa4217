"""The webhooks of the server: mutating ones in the order of their configurations, then validating ones."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from .. import status
from ..asking import Ask
from ..fielderrors import quote
from ..jsonpatches import undecodable
from ..labelselectors import chosen
from ..objects import Manifest, clone, mapping, new_uid
from ..options import DeleteOptions, Options
from ..patches import json_patch
from ..registry import Registry
from ..resource import Resource
from ..store import Event, Key, Store
from .calling import call
from .matching import rule_matches

GROUP = "admissionregistration.k8s.io"
_MUTATING, _VALIDATING = (GROUP, "mutatingwebhookconfigurations"), (GROUP, "validatingwebhookconfigurations")
_NAMESPACES = ("", "namespaces")


@dataclass
class Write:
    """A write that webhooks are asked about."""

    operation: str
    resource: Resource
    key: Key
    obj: Manifest | None
    old: Manifest | None
    options: Options | DeleteOptions

    @property
    def subresource(self) -> str:
        """The subresource that is written."""
        return self.options.subresource if isinstance(self.options, Options) else ""

    def name(self) -> str:
        """Return the object's name, which a new object may not have yet."""
        return self.key[1] or str(mapping((self.obj or {}).get("metadata")).get("name", ""))

    def namespace(self) -> str:
        """Return the namespace of the request; that of a namespace is itself."""
        return self.name() if self.resource.storage == _NAMESPACES else self.key[0]


class Admission:
    """Asks the webhooks of the stored configurations. Their own configurations are shown to none."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store, self._registry = store, registry
        self.active = False
        """Whether there is any configuration."""
        store.listeners.append(self._note)

    def _note(self, event: Event) -> None:
        if event.place in (_MUTATING, _VALIDATING):
            self.active = any(self._store.list(place) for place in (_MUTATING, _VALIDATING))

    def forget(self) -> None:
        """Forget the configurations, which are gone."""
        self.active = False

    def mutated(self, write: Write, read: Callable[[Manifest], Manifest]) -> Manifest:
        """Return the object as the webhooks have changed it, decoded by `read` after each change.

        Raises ApiError, and Ask where one has not answered yet.
        """
        seen: set[int] = set()
        outdated: set[int] = set()
        hooks = list(self._hooks(_MUTATING, write.resource))
        for turn in (1, 2):
            for place, hook in enumerate(hooks):
                if turn == 2 and not (hook.get("reinvocationPolicy") == "IfNeeded" and place in outdated):
                    continue
                asked = self._asked(write, hook)
                if asked is None:
                    continue
                seen.add(place)
                response = self._response(("mutate", turn, place), hook, asked, write)
                patch = response.get("patch")
                if patch and write.obj is None:
                    why = "attempted to modify the object, which is not supported for this operation"
                    raise status.internal_error(f"admission webhook {quote(hook['name'])} {why}")
                obj = _patched(hook["name"], write.obj, patch) if patch and write.obj else write.obj
                if obj is not None and obj != write.obj:
                    outdated |= seen - {place}
                    write.obj = read(obj)
        return write.obj or {}

    def validate(self, write: Write) -> None:
        """Ask whether a write is allowed. Raises ApiError where it is not, and Ask."""
        for place, hook in enumerate(self._hooks(_VALIDATING, write.resource)):
            asked = self._asked(write, hook)
            if asked is not None:
                self._response(("validate", 1, place), hook, asked, write)

    def _hooks(self, place: tuple[str, str], resource: Resource) -> Iterator[Manifest]:
        if resource.group == GROUP:
            return
        for key, configuration in self._store.list(place):
            for hook in configuration.get("webhooks") or ():
                yield {**hook, "configuration": key[1]}

    def _asked(self, write: Write, hook: Manifest) -> Resource | None:
        """Return the version of the resource in which a webhook is asked; None where it is not asked."""
        labels = [mapping(mapping(one.get("metadata")).get("labels")) for one in (write.obj, write.old) if one]
        if not any(chosen(mapping(hook.get("objectSelector")), one) for one in labels):
            return None
        if not self._in_namespace(write, mapping(hook.get("namespaceSelector"))):
            return None
        exact = write.resource
        versions = [exact]
        if hook.get("matchPolicy", "Equivalent") == "Equivalent":
            found = (self._registry.find(exact.group, v, exact.plural) for v in self._registry.versions(exact.group))
            versions += [one for one in found if one is not None and one.version != exact.version]
        for version in versions:
            if any(rule_matches(r, version, write.subresource, write.operation) for r in hook.get("rules") or ()):
                return version
        return None

    def _in_namespace(self, write: Write, selector: Manifest) -> bool:
        if not selector:
            return True
        if write.resource.storage == _NAMESPACES:
            shown = write.obj or write.old or {}
            return chosen(selector, mapping(mapping(shown.get("metadata")).get("labels")))
        if not write.resource.namespaced:
            return True
        namespace = self._store.get(_NAMESPACES, ("", write.key[0])) or {"metadata": {}}
        return chosen(selector, mapping(namespace["metadata"].get("labels")))

    def _response(self, turn: tuple[str, int, int], hook: Manifest, asked: Resource, write: Write) -> Manifest:
        """Return a webhook's answer that allows the write. Raises ApiError, and Ask where it has not answered yet."""
        if write.options.dry_run and hook.get("sideEffects") not in ("None", "NoneOnDryRun"):
            raise status.bad_request(f"admission webhook {quote(hook['name'])} does not support dry run")
        assert write.options.said is not None, "whoever asks keeps the answers"
        key = (*turn, hook["configuration"], hook["name"], write.operation, write.resource.storage, write.key)
        answer = write.options.said.answers.get(key)
        if answer is None:
            review = _review(write, asked)
            raise Ask({key: partial(call, hook, review, mutating=turn[0] == "mutate")})
        if answer.failure:
            if hook.get("failurePolicy", "Fail") == "Ignore":
                return {}
            text = f"failed calling webhook {quote(hook['name'])}: {answer.failure}"
            raise status.internal_error(text, {"causes": [{"message": text}]})
        if isinstance(write.options, Options):
            write.options.warnings += [str(w) for w in answer.response.get("warnings") or ()]
        if not answer.response.get("allowed"):
            raise _denied(hook["name"], mapping(answer.response.get("status")))
        return answer.response


def _denied(name: str, result: Manifest) -> status.ApiError:
    by = f"admission webhook {quote(name)} denied the request"
    why = result.get("message") or result.get("reason")
    message = f"{by}: {why}" if why else f"{by} without explanation"
    code = result.get("code") or 0
    return status.ApiError(max(code, 400), str(result.get("reason", "")), message, result.get("details"))


def _patched(name: str, obj: Manifest, patch: Any) -> Manifest:
    try:
        operations = json.loads(base64.b64decode(patch))
        why = undecodable(operations)
    except (binascii.Error, ValueError, TypeError) as error:
        operations, why = [], str(error)
    if why:
        why = f"received undecodable patch in webhook response: {why}"
        raise status.internal_error(f"failed calling webhook {quote(name)}: {why}")
    try:
        return json_patch(clone(obj), operations)
    except status.ApiError as error:
        raise status.internal_error(error.message) from None


def _review(write: Write, asked: Resource) -> Manifest:
    resource, options = write.resource, write.options
    request: dict[str, Any] = {"uid": new_uid(), **_names(asked, "kind", "resource")}
    if write.subresource:
        request["subResource"] = write.subresource
    request |= _names(resource, "requestKind", "requestResource")
    if write.subresource:
        request["requestSubResource"] = write.subresource
    if write.name():
        request["name"] = write.name()
    if write.namespace():
        request["namespace"] = write.namespace()
    request |= {
        "operation": write.operation,
        "userInfo": options.user.info(),
        "object": _shown(write.obj, asked),
        "oldObject": _shown(write.old, asked),
        "dryRun": options.dry_run,
        "options": _options(write),
    }
    return {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": request}


def _names(resource: Resource, kind: str, plural: str) -> Manifest:
    place = {"group": resource.group, "version": resource.version}
    return {kind: {**place, "kind": resource.kind}, plural: {**place, "resource": resource.plural}}


def _shown(obj: Manifest | None, asked: Resource) -> Manifest | None:
    return None if obj is None else {**obj, "apiVersion": asked.api_version, "kind": asked.kind}


def _options(write: Write) -> Manifest:
    kinds = {"CREATE": "CreateOptions", "UPDATE": "UpdateOptions", "DELETE": "DeleteOptions"}
    shown: Manifest = {"kind": kinds[write.operation], "apiVersion": "meta.k8s.io/v1"}
    if isinstance(write.options, Options):
        if write.options.patched or write.options.applied:
            shown["kind"] = "PatchOptions"
        shown |= {"fieldManager": write.options.manager, "fieldValidation": write.options.validation}
    elif write.options.propagation:
        shown["propagationPolicy"] = write.options.propagation
    if write.options.dry_run:
        shown["dryRun"] = ["All"]
    return shown
