"""ValidatingAdmissionPolicies and their bindings: validity and defaults."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..cel.conditions import Place, compile_variables
from ..cel.engine import CompileError
from ..cel.names import RESERVED
from ..fielderrors import FieldError, duplicate, forbidden, invalid, not_supported, required
from ..names import is_label_1035, is_path_segment, is_subdomain
from ..objects import Manifest, mapping
from .admission_rules import MATCHES, POLICIES, condition_errors, expression_errors, rule_errors
from .checks import qualified, selector
from .common import Builtin

_ACTIONS = ("Audit", "Deny", "Warn")
_NOT_FOUND = ("Deny", "Allow")
_REASONS = ("Forbidden", "Invalid", "RequestEntityTooLarge")
_STATES = ("False", "True", "Unknown")
_IDENTIFIER = re.compile(r"[_a-zA-Z][_a-zA-Z0-9]*\Z")
_MAX_ANNOTATIONS = 20
_MAX_ANNOTATION = 5 * 1024
_NOTHING = "validations or auditAnnotations must contain at least one item"
_REPEATED = (
    "must not contain both Deny and Warn (repeating the same validation failure information in the API response and "
    "headers serves no purpose)"
)
_RULES = ("resourceRules", "excludeResourceRules")
Errors = list[FieldError]


class Policies(Builtin):
    """The strategy of ValidatingAdmissionPolicy."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the spec, whose expressions have to compile."""
        return _spec(mapping(obj.get("spec")), obj["metadata"].get("name", ""))

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check the warnings of the type checking, and the conditions."""
        status = mapping(new.get("status"))
        errors: Errors = []
        for i, warning in enumerate(mapping(status.get("typeChecking")).get("expressionWarnings") or ()):
            at = f"status.typeChecking.expressionWarnings[{i}]"
            errors += [required(f"{at}.{field}") for field in ("warning", "fieldRef") if not warning.get(field)]
        for i, condition in enumerate(status.get("conditions") or ()):
            at = f"status.conditions[{i}]"
            errors += qualified(f"{at}.type", condition["type"]) if condition.get("type") else [required(f"{at}.type")]
            if condition.get("status") not in _STATES:
                errors.append(not_supported(f"{at}.status", condition.get("status", ""), _STATES))
            errors += [
                required(f"{at}.{field}") for field in ("lastTransitionTime", "reason") if not condition.get(field)
            ]
        return errors


def _spec(spec: Manifest, name: str) -> Errors:
    errors = _choice("spec.failurePolicy", spec.get("failurePolicy"), POLICIES)
    kind = spec.get("paramKind")
    if kind is not None:
        errors += _param_kind(kind)
    constraints = spec.get("matchConstraints")
    if constraints is None:
        errors.append(required("spec.matchConstraints"))
    else:
        errors += _resources(constraints, "spec.matchConstraints")
        if not constraints.get("resourceRules"):
            errors.append(required("spec.matchConstraints.resourceRules"))
    plain = Place(params=kind is not None)
    errors += condition_errors(spec.get("matchConditions") or (), "spec.matchConditions", plain)
    place, compiled = compile_variables(spec)
    if not compiled:
        place = plain
    for i, variable in enumerate(spec.get("variables") or ()):
        errors += _variable(variable, f"spec.variables[{i}]", compiled)
    validations, annotations = spec.get("validations") or (), spec.get("auditAnnotations")
    if not validations and not annotations:
        return errors + [required(f"spec.{field}", _NOTHING) for field in ("validations", "auditAnnotations")]
    for i, validation in enumerate(validations):
        errors += _validation(validation, f"spec.validations[{i}]", place)
    return errors + _annotations(annotations or (), name, place)


def _choice(path: str, value: Any, allowed: Sequence[str]) -> Errors:
    if value is None:
        return [required(path)]
    return [] if value in allowed else [not_supported(path, value, allowed)]


def _param_kind(kind: Manifest) -> Errors:
    path, version, name = "spec.paramKind", kind.get("apiVersion") or "", kind.get("kind") or ""
    errors: Errors = []
    group, _, short = version.rpartition("/")
    if not version:
        errors.append(required(f"{path}.apiVersion"))
    elif version.count("/") > 1:
        errors.append(invalid(f"{path}.apiVersion", version, f"unexpected GroupVersion string: {version}"))
    else:
        if group and (wrong := is_subdomain(group)):
            errors.append(invalid(f"{path}.apiVersion", group, ",".join(wrong)))
        if not short:
            errors.append(invalid(f"{path}.apiVersion", version, "version must be specified"))
        elif wrong := is_label_1035(short):
            errors.append(invalid(f"{path}.apiVersion", short, ",".join(wrong)))
    if not name:
        errors.append(required(f"{path}.kind"))
    elif wrong := is_label_1035(name.lower()):
        text = "may have mixed case, but should otherwise match: " + ",".join(wrong)
        errors.append(invalid(f"{path}.kind", name, text))
    return errors


def _resources(resources: Manifest, path: str) -> Errors:
    errors = _choice(f"{path}.matchPolicy", resources.get("matchPolicy"), MATCHES)
    for key in ("namespaceSelector", "objectSelector"):
        errors += selector(f"{path}.{key}", mapping(resources.get(key)))
    for key in _RULES:
        for i, rule in enumerate(resources.get(key) or ()):
            names = rule.get("resourceNames") or ()
            for k, name in enumerate(names):
                at = f"{path}.{key}[{i}].resourceNames[{k}]"
                errors += [invalid(at, name, why) for why in is_path_segment(name)]
                errors += [duplicate(at, name)] if name in names[:k] else []
            errors += rule_errors(rule, f"{path}.{key}[{i}]")
    return errors


def _variable(variable: Manifest, path: str, compiled: Manifest) -> Errors:
    name, source = variable.get("name") or "", variable.get("expression") or ""
    errors: Errors = []
    if not name.strip():
        errors.append(required(f"{path}.name", "name is not specified"))
    elif not _IDENTIFIER.match(name) or name in RESERVED:
        errors.append(invalid(f"{path}.name", name, "must be a valid CEL identifier"))
    if not source.strip():
        return [*errors, required(f"{path}.expression", "expression is not specified")]
    if isinstance(wrong := compiled[name], CompileError):
        errors.append(invalid(f"{path}.expression", source, f"compilation failed: {wrong}"))
    return errors


def _validation(validation: Manifest, path: str, place: Place) -> Errors:
    source, text, message = (validation.get(key) or "" for key in ("expression", "messageExpression", "message"))
    errors: Errors = []
    if source.strip():
        errors += expression_errors(f"{path}.expression", source, place, "bool")
    else:
        errors.append(required(f"{path}.expression", "expression is not specified"))
    if text and not text.strip():
        errors.append(invalid(f"{path}.messageExpression", text, "must be non-empty if specified"))
    elif text:
        seen = Place(place.params, authorizer=False, variables=place.variables)
        errors += expression_errors(f"{path}.messageExpression", text, seen, "string")
    if message and not message.strip():
        errors.append(invalid(f"{path}.message", message, "must be non-empty if specified"))
    elif re.search(r"[\n\r]", message.strip()):
        errors.append(invalid(f"{path}.message", message, "must not contain line breaks"))
    reason = validation.get("reason")
    return errors + ([] if reason is None else _choice(f"{path}.reason", reason, _REASONS))


def _annotations(annotations: Sequence[Manifest], name: str, place: Place) -> Errors:
    path, seen = "spec.auditAnnotations", set()
    errors: Errors = []
    if len(annotations) > _MAX_ANNOTATIONS:
        text = f"must not have more than {_MAX_ANNOTATIONS} auditAnnotations"
        errors.append(invalid(path, annotations, text))
    for i, annotation in enumerate(annotations):
        at, key, source = f"{path}[{i}]", annotation.get("key") or "", annotation.get("valueExpression") or ""
        if name:
            errors += qualified(f"{at}.key", f"{name}/{key}")
        else:
            errors.append(invalid(f"{at}.key", key, "requires metadata.name be non-empty"))
        where = f"{at}.valueExpression"
        if not source.strip():
            errors.append(required(where, "valueExpression is not specified"))
        elif len(source.strip().encode()) > _MAX_ANNOTATION:
            errors.append(required(where, f"must not exceed {_MAX_ANNOTATION} bytes in length"))
        else:
            errors += expression_errors(where, source.strip(), place, "string", "null_type", shown=source)
        if key in seen:
            errors.append(duplicate(f"{at}.key", key))
        seen.add(key)
    return errors


class PolicyBindings(Builtin):
    """The strategy of ValidatingAdmissionPolicyBinding."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the spec; the policy need not exist."""
        spec = mapping(obj.get("spec"))
        policy = spec.get("policyName") or ""
        errors = [invalid("spec.policyName", policy, why) for why in is_subdomain(policy)] if policy else []
        if not policy:
            errors.append(required("spec.policyName"))
        if spec.get("paramRef") is not None:
            errors += _param_ref(spec["paramRef"], "spec.paramRef")
        if spec.get("matchResources") is not None:
            errors += _resources(spec["matchResources"], "spec.matchResources")
        return errors + _actions(spec.get("validationActions") or (), "spec.validationActions")

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


def _param_ref(reference: Manifest, path: str) -> Errors:
    name, wanted, action = (reference.get(key) for key in ("name", "selector", "parameterNotFoundAction"))
    errors: Errors = []
    both = "name and selector are mutually exclusive"
    if name:
        errors += [invalid(f"{path}.name", name, why) for why in is_path_segment(name)]
        errors += [forbidden(f"{path}.name", both)] if wanted is not None else []
    if wanted is not None:
        errors += selector(f"{path}.selector", wanted)
        errors += [forbidden(f"{path}.selector", both)] if name else []
    elif not name:
        errors.append(required(path, "one of name or selector must be specified"))
    if not action:
        return [*errors, required(f"{path}.parameterNotFoundAction")]
    return errors + _choice(f"{path}.parameterNotFoundAction", action, _NOT_FOUND)


def _actions(actions: Sequence[str], path: str) -> Errors:
    errors: Errors = []
    for i, action in enumerate(actions):
        errors += _choice(f"{path}[{i}]", action, _ACTIONS)
        errors += [duplicate(f"{path}[{i}]", action)] if action in actions[:i] else []
    if {"Deny", "Warn"} <= set(actions):
        errors.append(invalid(path, list(actions), _REPEATED))
    return errors if actions else [*errors, required(path, "at least one validation action is required")]
