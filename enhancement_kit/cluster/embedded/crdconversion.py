"""What makes the conversion of a CustomResourceDefinition invalid (apiextensions, and apiserver pkg/util/webhook)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .fielderrors import FieldError, forbidden, invalid, not_supported, required
from .names import is_label_1035, is_subdomain
from .objects import Manifest, mapping
from .urls import UrlError, parse

_STRATEGIES = ("None", "Webhook")
_KNOWN_REVIEWS = ("v1", "v1beta1")
_FORM = "; desired format: https://host[/path]"
_PATH = "spec.conversion"
Errors = list[FieldError]


def conversion_errors(conversion: Manifest) -> Errors:
    """Return the errors of a conversion."""
    strategy = conversion.get("strategy", "")
    errors = choice_errors(f"{_PATH}.strategy", strategy, _STRATEGIES)
    hook = mapping(conversion.get("webhook"))
    client, reviews = hook.get("clientConfig"), hook.get("conversionReviewVersions") or []
    if strategy != "Webhook":
        text = "should not be set when strategy is not set to Webhook"
        errors += [forbidden(f"{_PATH}.webhookClientConfig", text)] if client is not None else []
        return errors + ([forbidden(f"{_PATH}.conversionReviewVersions", text)] if reviews else [])
    return errors + _client(client, f"{_PATH}.webhookClientConfig") + _reviews(reviews)


def choice_errors(path: str, value: str, allowed: Sequence[str]) -> Errors:
    """Return the error of a value that is not one of a few."""
    if not value:
        return [required(path)]
    return [] if value in allowed else [not_supported(path, value, allowed)]


def _client(client: Manifest | None, path: str) -> Errors:
    if client is None:
        return [required(path, "required when strategy is set to Webhook")]
    url, service = client.get("url"), client.get("service")
    if (url is None) is (service is None):
        return [required(path, "exactly one of url or service is required")]
    return _service(mapping(service), f"{path}.service") if url is None else _url(url, f"{path}.url")


def _url(text: str, path: str) -> Errors:
    try:
        url = parse(text)
    except UrlError as e:
        return [required(path, f"url must be a valid URL: {e}{_FORM}")]
    rest, _, fragment = text.partition("#")
    _, _, query = rest.partition("?")
    user, has_user, _ = rest.partition("//")[2].partition("/")[0].rpartition("@")
    checks = (
        (url.scheme != "https", url.scheme, f"'https' is the only allowed URL scheme{_FORM}"),
        (not url.host, url.host, f"host must be specified{_FORM}"),
        (bool(has_user), user, "user information is not permitted in the URL"),
        (bool(fragment), fragment, "fragments are not permitted in the URL"),
        (bool(query), query, "query parameters are not permitted in the URL"),
    )
    return [invalid(path, value, why) for wrong, value, why in checks if wrong]


def _service(service: Manifest, path: str) -> Errors:
    # the real server hands over name and namespace the wrong way round, which shows in the order only
    errors = [required(f"{path}.{swapped}") for key, swapped in _SWAPPED if not service.get(key)]
    port = service.get("port", 443)
    if not 1 <= port <= 65535:
        errors.append(invalid(f"{path}.port", port, "port is not valid: must be between 1 and 65535, inclusive"))
    where = service.get("path")
    return errors + (_path(where, f"{path}.path") if where not in (None, "", "/") else [])


_SWAPPED = (("namespace", "name"), ("name", "namespace"))


def _path(text: Any, path: str) -> Errors:
    if text == "//":
        return [invalid(path, text, "segment[0] may not be empty")]
    errors = [] if text.startswith("/") else [invalid(path, text, "must start with a '/'")]
    for i, step in enumerate(text[1:].removesuffix("/").split("/")):
        whys = is_subdomain(step) if step else []
        errors += [invalid(path, text, f"segment[{i}]: {why}") for why in whys]
        if not step:
            errors.append(invalid(path, text, f"segment[{i}] may not be empty"))
    return errors


def _reviews(versions: Sequence[str]) -> Errors:
    path = f"{_PATH}.conversionReviewVersions"
    if not versions:
        return [required(path)]
    errors: Errors = []
    for i, version in enumerate(versions):
        if version in versions[:i]:
            errors.append(invalid(f"{path}[{i}]", version, "duplicate version"))
        else:
            errors += [invalid(f"{path}[{i}]", version, why) for why in is_label_1035(version)]
    if not set(_KNOWN_REVIEWS) & set(versions):
        errors.append(invalid(path, list(versions), f"must include at least one of {', '.join(_KNOWN_REVIEWS)}"))
    return errors
