"""The webhooks of the server: mutating ones in the order of their configurations, then validating ones."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .. import status
from ..asking import Ask
from ..cel.conditions import compile_condition
from ..cel.engine import EvalError
from ..fielderrors import quote
from ..jsonpatches import undecodable
from ..objects import Manifest, clone, mapping
from ..patches import json_patch
from ..registry import Registry
from ..resource import Resource
from ..store import Event, Store
from .calling import call
from .expressions import CONDITIONS, Expressions, meets
from .matching import GROUP, Matcher
from .policies import BINDINGS, Policies
from .write import Write

_MUTATING, _VALIDATING = (GROUP, "mutatingwebhookconfigurations"), (GROUP, "validatingwebhookconfigurations")
_CONFIGURATIONS = (_MUTATING, _VALIDATING, BINDINGS)


class Admission:
    """Asks the webhooks of the stored configurations. Their own configurations are shown to none."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._matcher = Matcher(store, registry)
        self.expressions = Expressions(store)
        self._policies = Policies(store, registry, self._matcher, self.expressions)
        self.active = False
        """Whether there is any configuration."""
        store.listeners.append(self._note)

    def _note(self, event: Event) -> None:
        if event.place in _CONFIGURATIONS:
            self.active = any(self._store.list(place) for place in _CONFIGURATIONS)

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
        """Ask whether a write is allowed: policies, then webhooks. Raises ApiError where it is not, and Ask."""
        if write.resource.group == GROUP:
            return
        self._policies.validate(write)
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
        asked = self._matcher.matched(write, hook, hook.get("rules") or ())
        conditions = hook.get("matchConditions")
        if asked is None or not conditions:
            return asked
        compiled = [compile_condition(str(one["expression"]).strip(), CONDITIONS) for one in conditions]
        failing = hook.get("failurePolicy", "Fail") == "Fail"
        try:
            met = meets(compiled, self.expressions.request(write, asked), failing=failing)
        except EvalError as error:
            raise status.forbidden(write.resource.group, write.resource.plural, write.name(), str(error)) from None
        return asked if met else None

    def _response(self, turn: tuple[str, int, int], hook: Manifest, asked: Resource, write: Write) -> Manifest:
        """Return a webhook's answer that allows the write. Raises ApiError, and Ask where it has not answered yet."""
        if write.options.dry_run and hook.get("sideEffects") not in ("None", "NoneOnDryRun"):
            raise status.bad_request(f"admission webhook {quote(hook['name'])} does not support dry run")
        assert write.options.said is not None, "whoever asks keeps the answers"
        key = (*turn, hook["configuration"], hook["name"], write.operation, write.resource.storage, write.key)
        answer = write.options.said.answers.get(key)
        if answer is None:
            request = write.request(asked) | write.objects(asked)
            review = {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": request}
            raise Ask({key: partial(call, hook, review, mutating=turn[0] == "mutate")})
        if answer.failure:
            if hook.get("failurePolicy", "Fail") == "Ignore":
                return {}
            text = f"failed calling webhook {quote(hook['name'])}: {answer.failure}"
            raise status.internal_error(text, {"causes": [{"message": text}]})
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
