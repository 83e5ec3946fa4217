"""Configurations of admission webhooks: validity."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from ..cel.conditions import Place
from ..fielderrors import FieldError, duplicate, invalid, not_supported, required
from ..names import is_subdomain
from ..objects import Manifest, mapping
from .admission_rules import MATCHES, POLICIES, condition_errors, rule_errors
from .common import Builtin

_SIDE_EFFECTS = ("None", "NoneOnDryRun")
_CHOICES = {
    "failurePolicy": POLICIES,
    "matchPolicy": MATCHES,
    "reinvocationPolicy": ("IfNeeded", "Never"),
}
_VERSIONS = ("v1", "v1beta1")


class WebhookConfigurations(Builtin):
    """The strategy of both kinds of configuration in admissionregistration.k8s.io/v1."""

    unconditional_update = False

    def generation_changes(self, new: Manifest, old: Manifest) -> bool:
        """Return whether the webhooks have changed."""
        return new.get("webhooks") != old.get("webhooks")

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check each webhook."""
        errors: list[FieldError] = []
        seen: set[str] = set()
        for i, hook in enumerate(obj.get("webhooks") or ()):
            errors += _webhook(hook, f"webhooks[{i}]")
            name = hook.get("name", "")
            if name and name in seen:
                errors.append(duplicate(f"webhooks[{i}].name", name))
            seen.add(name)
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


def _webhook(hook: Manifest, path: str) -> list[FieldError]:
    errors = _name(hook.get("name", ""), f"{path}.name")
    errors += _versions(hook.get("admissionReviewVersions") or [], f"{path}.admissionReviewVersions")
    for i, rule in enumerate(hook.get("rules") or ()):
        errors += rule_errors(rule, f"{path}.rules[{i}]")
    for field, allowed in _CHOICES.items():
        if field in hook and hook[field] not in allowed:
            errors.append(not_supported(f"{path}.{field}", hook[field], allowed))
    effects = hook.get("sideEffects")
    if effects is None:
        errors.append(required(f"{path}.sideEffects", f"must specify one of {', '.join(_SIDE_EFFECTS)}"))
    elif effects not in _SIDE_EFFECTS:
        errors.append(not_supported(f"{path}.sideEffects", effects, _SIDE_EFFECTS))
    if not 1 <= hook.get("timeoutSeconds", 10) <= 30:
        why = "the timeout value must be between 1 and 30 seconds"
        errors.append(invalid(f"{path}.timeoutSeconds", hook["timeoutSeconds"], why))
    errors += _client(mapping(hook.get("clientConfig")), f"{path}.clientConfig")
    return errors + condition_errors(hook.get("matchConditions") or (), f"{path}.matchConditions", Place())


def _name(name: str, path: str) -> list[FieldError]:
    if not name:
        return [required(path)]
    errors = [invalid(path, name, why) for why in is_subdomain(name)]
    if not errors and name.count(".") < 2:
        errors.append(invalid(path, name, "should be a domain with at least three segments separated by dots"))
    return errors


def _versions(versions: list[str], path: str) -> list[FieldError]:
    if not versions:
        return [required(path, f"must specify one of {', '.join(_VERSIONS)}")]
    errors = [invalid(f"{path}[{i}]", v, "duplicate version") for i, v in enumerate(versions) if v in versions[:i]]
    if not set(versions) & set(_VERSIONS):
        errors.append(invalid(path, versions, f"must include at least one of {', '.join(_VERSIONS)}"))
    return errors


def _client(config: Manifest, path: str) -> list[FieldError]:
    url, service = config.get("url"), config.get("service")
    if (url is None) == (service is None):
        return [required(path, "exactly one of url or service is required")]
    if url is None:
        return [required(f"{path}.service.{key}") for key in ("name", "namespace") if not mapping(service).get(key)]
    parts = urlsplit(url)
    errors = []
    form = "; desired format: https://host[/path]"
    if parts.scheme != "https":
        errors.append(invalid(f"{path}.url", parts.scheme, f"'https' is the only allowed URL scheme{form}"))
    if not parts.netloc:
        errors.append(invalid(f"{path}.url", parts.netloc, f"host must be specified{form}"))
    return errors
