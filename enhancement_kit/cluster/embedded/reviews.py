"""Reviews: questions about who somebody is and what they may do (authentication.k8s.io and authorization.k8s.io)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from . import status
from .actions import Actions, Call, kind
from .authentication import Authenticator, TokenRefused
from .authorization import Attributes, Authorizer
from .fielderrors import FieldError, Verbatim, invalid, joined, required
from .objects import Manifest, mapping, now
from .resource import Resource
from .service_account_tokens import ISSUER
from .users import User

_WHO, _MAY = "authentication.k8s.io", "authorization.k8s.io"
_NO_TOKEN = "invalid bearer token"


class Reviews:
    """Answers reviews."""

    def __init__(self, authenticator: Authenticator, authorizer: Authorizer, actions: Actions) -> None:
        self._authenticator = authenticator
        self._authorizer = authorizer
        self.kinds: list[Resource] = []
        """The kinds, which are to be served."""
        rows: tuple[tuple[str, str, bool, Callable[[Call], Manifest]], ...] = (
            (_WHO, "SelfSubjectReview", False, self._who_am_i),
            (_WHO, "TokenReview", False, self._whose_token),
            (_MAY, "SubjectAccessReview", False, self._may_they),
            (_MAY, "SelfSubjectAccessReview", False, self._may_i),
            (_MAY, "LocalSubjectAccessReview", True, self._may_they_here),
            (_MAY, "SelfSubjectRulesReview", False, self._what_may_i),
        )
        for group, name, namespaced, answer in rows:
            resource = kind(group, name, f"{name.lower()}s", namespaced=namespaced)
            self.kinds.append(resource)
            actions.add((group, resource.plural, ""), resource, answer)

    # who

    def _who_am_i(self, call: Call) -> Manifest:
        return {
            "kind": "SelfSubjectReview",
            "apiVersion": f"{_WHO}/v1",
            "metadata": {"creationTimestamp": now()},
            "status": {"userInfo": call.options.user.info()},
        }

    def _whose_token(self, call: Call) -> Manifest:
        spec = mapping(call.obj.get("spec"))
        if not spec.get("token"):
            raise status.bad_request("token is required for TokenReview in authentication")
        wanted = spec.get("audiences") or [ISSUER]
        try:
            found = self._authenticator.issued(spec["token"], wanted)
        except TokenRefused as error:
            return {**call.obj, "status": {"user": {}, "error": f"[{_NO_TOKEN}, {error}]"}}
        if found is None and ISSUER in wanted:
            known = self._authenticator.known(spec["token"])
            found = None if known is None else (known, [ISSUER])
        if found is None:
            return {**call.obj, "status": {"user": {}, "error": _NO_TOKEN}}
        user, audiences = found
        return {**call.obj, "status": {"authenticated": True, "user": user.info(), "audiences": audiences}}

    # may

    def _may_i(self, call: Call) -> Manifest:
        spec = mapping(call.obj.get("spec"))
        _check(_attributes(spec) + _selectors(spec) + _no_metadata(call.obj["metadata"]))
        return self._judged(call.obj, spec, call.options.user)

    def _may_they(self, call: Call) -> Manifest:
        spec = mapping(call.obj.get("spec"))
        _check(_subject(spec) + _no_metadata(call.obj["metadata"]))
        return self._judged(call.obj, spec, _person(spec))

    def _may_they_here(self, call: Call) -> Manifest:
        spec, meta = mapping(call.obj.get("spec")), call.obj["metadata"]
        errors = _subject(spec)
        errors += _no_metadata({k: v for k, v in meta.items() if k != "namespace"}, " except for namespace", meta)
        resource, path = spec.get("resourceAttributes"), spec.get("nonResourceAttributes")
        if resource is not None and resource.get("namespace", "") != call.namespace:
            text = "must match metadata.namespace"
            errors.append(invalid("spec.resourceAttributes.namespace", resource.get("namespace", ""), text))
        if path is not None:
            text = "disallowed on this kind of request"
            errors.append(invalid("spec.nonResourceAttributes", _path_shown(path), text))
        _check(errors)
        return self._judged(call.obj, spec, _person(spec))

    def _judged(self, obj: Manifest, spec: Manifest, user: User) -> Manifest:
        resource, path = spec.get("resourceAttributes"), mapping(spec.get("nonResourceAttributes"))
        if resource is None:
            wanted = Attributes(user, path.get("verb", ""), path=path.get("path", ""))
        else:
            names = ("verb", "group", "resource", "subresource", "namespace", "name")
            wanted = Attributes(user, *(resource.get(name, "") for name in names))
        allowed, reason = self._authorizer.decide(wanted)
        return {**obj, "status": {"allowed": allowed, **({"reason": reason} if reason else {})}}

    def _what_may_i(self, call: Call) -> Manifest:
        namespace = mapping(call.obj.get("spec")).get("namespace")
        if not namespace:
            raise status.bad_request("no namespace on request")
        rules, missing = self._authorizer.rules_of(call.options.user, namespace)
        names = ("verbs", "apiGroups", "resources", "resourceNames")
        told: Manifest = {
            "resourceRules": [{n: r[n] for n in names if r.get(n)} for r in rules if r.get("resources")],
            "nonResourceRules": [
                {n: r[n] for n in ("verbs", "nonResourceURLs") if r.get(n)} for r in rules if r.get("nonResourceURLs")
            ],
            "incomplete": False,
        }
        if missing:
            told["evaluationError"] = joined(missing)
        return {
            "kind": "SelfSubjectRulesReview",
            "apiVersion": f"{_MAY}/v1",
            "metadata": {},
            "spec": {},
            "status": told,
        }


def _person(spec: Manifest) -> User:
    extra = {key: tuple(values) for key, values in mapping(spec.get("extra")).items()}
    return User(spec.get("user", ""), spec.get("uid", ""), tuple(spec.get("groups") or ()), extra)


def _check(errors: Sequence[FieldError]) -> None:
    if errors:
        # the real server does not name the kind here
        raise status.invalid_object(_MAY, "", "", list(errors))


def _attributes(spec: Manifest) -> list[FieldError]:
    resource, path = spec.get("resourceAttributes"), spec.get("nonResourceAttributes")
    if resource is not None and path is not None:
        text = "cannot be specified in combination with resourceAttributes"
        return [invalid("spec.nonResourceAttributes", _path_shown(path), text)]
    if resource is None and path is None:
        text = "exactly one of nonResourceAttributes or resourceAttributes must be specified"
        return [invalid("spec.resourceAttributes", None, text)]
    return []


def _subject(spec: Manifest) -> list[FieldError]:
    errors = _attributes(spec)
    if not spec.get("user") and not spec.get("groups"):
        text = "at least one of user or group must be specified"
        errors.append(invalid("spec.user", spec.get("user", ""), text))
    return errors + _selectors(spec)


def _selectors(spec: Manifest) -> list[FieldError]:
    errors: list[FieldError] = []
    for name in ("fieldSelector", "labelSelector"):
        selector, at = mapping(spec.get("resourceAttributes")).get(name), f"spec.resourceAttributes.{name}"
        if selector is None:
            continue
        raw, requirements = selector.get("rawSelector"), selector.get("requirements")
        if raw and requirements:
            errors.append(invalid(f"{at}.rawSelector", raw, "may not specified at the same time as requirements"))
        if not raw and not requirements:
            text = f"when {at} is specified, requirements or rawSelector is required"
            errors.append(required(f"{at}.requirements", text))
    return errors


def _no_metadata(meta: Manifest, but: str = "", shown: Manifest | None = None) -> list[FieldError]:
    if not {key for key in meta if key != "managedFields"}:
        return []
    text = json.dumps(meta if shown is None else shown, separators=(",", ":"))
    return [invalid("metadata", Verbatim(text), f"must be empty{but}")]


def _path_shown(attributes: Manifest) -> Verbatim:
    """Return attributes as Go prints its internal type."""
    shown = {"Path": attributes.get("path", ""), "Verb": attributes.get("verb", "")}
    return Verbatim(json.dumps(shown, separators=(",", ":")))
