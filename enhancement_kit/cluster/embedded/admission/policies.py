"""ValidatingAdmissionPolicies: which are bound to a write, and what becomes of it.

As apiserver pkg/admission/plugin/policy/validating does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import status
from ..cel.conditions import Condition, Place, Request, compile_condition, compile_variables
from ..cel.engine import CompileError, EvalError
from ..labelselectors import chosen
from ..objects import Manifest, mapping
from ..registry import Registry
from ..resource import Resource
from ..store import Event, Store
from .expressions import Expressions, meets
from .matching import GROUP, Matcher
from .write import Write

POLICIES, BINDINGS = (GROUP, "validatingadmissionpolicies"), (GROUP, "validatingadmissionpolicybindings")
_MESSAGE_LIMIT = 5 * 1024
_CODES = {"Forbidden": 403, "Unauthorized": 401, "RequestEntityTooLarge": 413}
_UNKNOWN_KIND = "failed to configure policy: failed to find resource referenced by paramKind: '{}/{}, Kind={}'"
_NO_PARAMS = "no params found for policy binding with `Deny` parameterNotFoundAction"
_NO_NAMESPACE = "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources"
_NAMESPACE = "paramRef.namespace must not be provided for a cluster-scoped `paramKind`"


class _Misconfigured(Exception):
    """A binding that cannot be used."""


@dataclass
class _Denial:
    policy: str
    binding: str
    message: str
    reason: str = "Invalid"


@dataclass
class _Compiled:
    """The expressions of a policy."""

    raw: Manifest
    variables: dict[str, Condition | CompileError] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    validations: list[tuple[Condition, Condition | None, Manifest]] = field(default_factory=list)
    annotations: list[Condition] = field(default_factory=list)

    @property
    def spec(self) -> Manifest:
        """The spec of the policy."""
        return mapping(self.raw.get("spec"))

    @property
    def fails(self) -> bool:
        """Whether what goes wrong denies the write."""
        return bool(self.spec.get("failurePolicy", "Fail") == "Fail")


class Policies:
    """Judges writes by the stored policies and bindings."""

    def __init__(self, store: Store, registry: Registry, matcher: Matcher, expressions: Expressions) -> None:
        self._store, self._registry, self._matcher, self._expressions = store, registry, matcher, expressions
        self._compiled: dict[str, _Compiled] = {}
        store.listeners.append(self._note)

    def _note(self, event: Event) -> None:
        if event.place == POLICIES:
            self._compiled.pop(event.key[1], None)

    def validate(self, write: Write) -> None:
        """Deny a write, or warn. Raises ApiError where a policy denies it."""
        bindings = self._store.list(BINDINGS)
        if not bindings:
            return
        denials: list[_Denial] = []
        for (_, name), policy in self._store.list(POLICIES):
            bound = [one for _, one in bindings if mapping(one.get("spec")).get("policyName") == name]
            if bound:
                denials += self._judged(name, policy, bound, write)
        if denials:
            raise _refused(write, denials[0])

    def _judged(self, name: str, raw: Manifest, bound: list[Manifest], write: Write) -> Iterator[_Denial]:
        policy = self._compile(name, raw)
        constraints = mapping(policy.spec.get("matchConstraints"))
        rules, excluded = (constraints.get(key) or () for key in ("resourceRules", "excludeResourceRules"))
        asked = self._matcher.matched(write, constraints, rules, excluded)
        if asked is None:
            return
        kind = policy.spec.get("paramKind")
        source = self._registry.of_kind(kind.get("apiVersion", ""), kind.get("kind", "")) if kind else None
        if kind and source is None:
            if policy.fails:
                group, _, version = str(kind.get("apiVersion", "")).rpartition("/")
                yield _Denial(name, "", _UNKNOWN_KIND.format(group, version, kind.get("kind", "")))
            return
        for binding in bound:
            yield from self._by_binding(policy, binding, source, asked, write)

    def _by_binding(
        self, policy: _Compiled, binding: Manifest, source: Resource | None, asked: Resource, write: Write
    ) -> Iterator[_Denial]:
        spec, name, by = binding["spec"], policy.raw["metadata"]["name"], binding["metadata"]["name"]
        resources = spec.get("matchResources")
        if resources is not None and not self._chosen(resources, write):
            return
        try:
            params = self._params(spec.get("paramRef"), source, write)
        except _Misconfigured as error:
            if policy.fails:
                yield _Denial(name, by, f"failed to configure binding: {error}")
            return
        actions = spec.get("validationActions") or ()
        for param in params:
            request = self._expressions.request(write, asked, param, policy.variables)
            for message, reason in _decisions(policy, request):
                if "Deny" in actions:
                    yield _Denial(name, by, message, reason)
                if "Warn" in actions:
                    text = f"Validation failed for ValidatingAdmissionPolicy '{name}' with binding '{by}': {message}"
                    write.options.warnings.append(text)
            for message in _broken_annotations(policy, request):
                yield _Denial(name, by, message)

    def _chosen(self, resources: Manifest, write: Write) -> bool:
        every: Manifest = {"operations": ["*"], "apiGroups": ["*"], "apiVersions": ["*"], "resources": ["*", "*/*"]}
        rules, excluded = resources.get("resourceRules") or [every], resources.get("excludeResourceRules") or ()
        return self._matcher.matched(write, resources, rules, excluded) is not None

    def _params(self, reference: Manifest | None, source: Resource | None, write: Write) -> list[Manifest | None]:
        """Return the parameters that a binding names, None for none. Raises _Misconfigured."""
        if source is None or reference is None:
            return [None]
        namespace = ""
        if source.namespaced:
            # the request for a namespace is one in itself
            namespace = reference.get("namespace") or write.namespace()
            if not namespace:
                raise _Misconfigured(_NO_NAMESPACE)
        elif reference.get("namespace"):
            raise _Misconfigured(_NAMESPACE)
        found: list[Manifest | None]
        if reference.get("name"):
            one = self._store.get(source.storage, (namespace, reference["name"]))
            found = [] if one is None else [one]
        else:
            stored = self._store.list(source.storage, namespace)
            wanted = reference.get("selector")
            found = [one for _, one in stored if chosen(wanted, mapping(one["metadata"].get("labels")))]
        if not found and reference.get("parameterNotFoundAction") == "Deny":
            raise _Misconfigured(_NO_PARAMS)
        return [source.strategy.view(one) if one else None for one in found]

    def _compile(self, name: str, raw: Manifest) -> _Compiled:
        found = self._compiled.get(name)
        if found is not None and found.raw is raw:
            return found
        spec = mapping(raw.get("spec"))
        place, variables = compile_variables(spec)
        found = self._compiled[name] = _Compiled(raw, variables)
        for one in spec.get("matchConditions") or ():
            found.conditions.append(compile_condition(one["expression"], place))
        for one in spec.get("validations") or ():
            text = one.get("messageExpression")
            message = compile_condition(text, Place(place.params, False, place.variables)) if text else None
            found.validations.append((compile_condition(one["expression"], place), message, one))
        for one in spec.get("auditAnnotations") or ():
            found.annotations.append(compile_condition(one["valueExpression"], place))
        return found


def _decisions(policy: _Compiled, request: Request) -> Iterator[tuple[str, str]]:
    """Yield the message and the reason of each validation that denies."""
    try:
        if policy.conditions and not meets(policy.conditions, request, failing=policy.fails):
            return
    except EvalError as error:
        yield str(error), "Invalid"
        return
    for condition, message, raw in policy.validations:
        try:
            holds = request.evaluate(condition) is True
        except EvalError as error:
            if policy.fails:
                yield f"expression '{condition.source}' resulted in error: {error}", "Invalid"
            continue
        if not holds:
            yield _message(request, message, raw), raw.get("reason") or "Invalid"


def _message(request: Request, message: Condition | None, raw: Mapping[str, Any]) -> str:
    text = ""
    if message is not None:
        try:
            found = request.evaluate(message)
        except EvalError:
            # as on the real server, whose log has the reason: the user gets another message
            found = ""
        text = found.strip() if isinstance(found, str) else ""
        text = "" if "\n" in text or len(text.encode()) > _MESSAGE_LIMIT else text
    return text or str(raw.get("message") or "").strip() or f"failed expression: {raw['expression'].strip()}"


def _broken_annotations(policy: _Compiled, request: Request) -> Iterator[str]:
    for condition in policy.annotations:
        try:
            request.evaluate(condition)
        except EvalError as error:
            if policy.fails:
                yield f"expression '{condition.source}' resulted in error: {error}"


def _refused(write: Write, denial: _Denial) -> status.ApiError:
    by = f"ValidatingAdmissionPolicy '{denial.policy}'" + (
        f" with binding '{denial.binding}'" if denial.binding else ""
    )
    message = f"{by} denied request: {denial.message}"
    refusal = status.forbidden(write.resource.group, write.resource.plural, write.name() or "Unknown", message)
    refusal.reason, refusal.code = denial.reason, _CODES.get(denial.reason, 422)
    refusal.details = {**(refusal.details or {}), "causes": [{"message": message}]}
    return refusal
