"""Roles and bindings of rbac.authorization.k8s.io: defaults and validity (pkg/apis/rbac of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence

from ..fielderrors import FieldError, Verbatim, invalid, not_supported, quote, required
from ..names import is_path_segment, is_subdomain
from ..objects import Manifest, mapping
from .common import Builtin

GROUP = "rbac.authorization.k8s.io"
_RULE = ("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs")
_SUBJECTS = ("ServiceAccount", "User", "Group")
_PEOPLE = ("User", "Group")


class Roles(Builtin):
    """The strategy of Role and ClusterRole."""

    creates_on_update = True

    name_rule = staticmethod(is_path_segment)
    stored_as_null = ("rules",)

    def default(self, obj: Manifest) -> None:
        """Show rules always, and leave out what is empty in them."""
        rules = [{k: rule.get(k) for k in _RULE if rule.get(k) or k == "verbs"} for rule in obj.get("rules") or ()]
        obj["rules"] = rules if obj.get("rules") is not None else None

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check each rule, and that an aggregation chooses something."""
        namespaced = self.model == "V1Role"
        errors = [e for i, rule in enumerate(obj["rules"] or ()) for e in _rule(rule, f"rules[{i}]", namespaced)]
        aggregation = obj.get("aggregationRule")
        if aggregation is not None and not aggregation.get("clusterRoleSelectors"):
            text = "at least one clusterRoleSelector required if aggregationRule is non-nil"
            errors.append(required("aggregationRule.clusterRoleSelectors", text))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


def _rule(rule: Manifest, at: str, namespaced: bool) -> list[FieldError]:
    errors = [] if rule.get("verbs") else [required(f"{at}.verbs", "verbs must contain at least one value")]
    if urls := rule.get("nonResourceURLs"):
        place = f"{at}.nonResourceURLs"
        if namespaced:
            errors.append(invalid(place, urls, "namespaced rules cannot apply to non-resource URLs"))
        if any(rule.get(name) for name in ("apiGroups", "resources", "resourceNames")):
            text = "rules cannot apply to both regular resources and non-resource URLs"
            errors.append(invalid(place, urls, text))
        return errors
    if not rule.get("apiGroups"):
        errors.append(required(f"{at}.apiGroups", "resource rules must supply at least one api group"))
    if not rule.get("resources"):
        errors.append(required(f"{at}.resources", "resource rules must supply at least one resource"))
    return errors


class Bindings(Builtin):
    """The strategy of RoleBinding and ClusterRoleBinding."""

    creates_on_update = True

    name_rule = staticmethod(is_path_segment)

    def default(self, obj: Manifest) -> None:
        """Fill in the group of the role, and of users and groups."""
        reference = mapping(obj.get("roleRef"))
        shown = {"apiGroup": reference.get("apiGroup") or GROUP}
        obj["roleRef"] = shown | {key: reference.get(key, "") for key in ("kind", "name")}
        for subject in obj.get("subjects") or ():
            if subject.get("kind") in _PEOPLE and not subject.get("apiGroup"):
                subject["apiGroup"] = GROUP
        if not obj.get("subjects"):
            obj.pop("subjects", None)

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the role and the subjects."""
        reference = obj["roleRef"]
        namespaced = self.model == "V1RoleBinding"
        kinds = ("Role", "ClusterRole") if namespaced else ("ClusterRole",)
        errors: list[FieldError] = []
        if reference["apiGroup"] != GROUP:
            errors.append(not_supported("roleRef.apiGroup", reference["apiGroup"], (GROUP,)))
        if reference["kind"] not in kinds:
            errors.append(not_supported("roleRef.kind", reference["kind"], kinds))
        if not reference["name"]:
            errors.append(required("roleRef.name"))
        errors += [invalid("roleRef.name", reference["name"], why) for why in is_path_segment(reference["name"])]
        subjects = enumerate(obj.get("subjects") or ())
        return errors + [e for i, subject in subjects for e in _subject(subject, f"subjects[{i}]", namespaced)]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the role may not change."""
        errors = list(self.validate_create(new))
        reference = new["roleRef"]
        if reference != old["roleRef"]:
            names = (("APIGroup", "apiGroup"), ("Kind", "kind"), ("Name", "name"))
            shown = "{" + ",".join(f"{quote(go)}:{quote(reference[key])}" for go, key in names) + "}"
            errors.append(invalid("roleRef", Verbatim(shown), "cannot change roleRef"))
        return errors


def _subject(subject: Manifest, at: str, namespaced: bool) -> list[FieldError]:
    name, kind, group = (subject.get(key, "") for key in ("name", "kind", "apiGroup"))
    errors = [] if name else [required(f"{at}.name")]
    if kind == "ServiceAccount":
        if name:
            errors += [invalid(f"{at}.name", name, why) for why in is_subdomain(name)]
        if group:
            errors.append(not_supported(f"{at}.apiGroup", group, ("",)))
        if not namespaced and not subject.get("namespace"):
            errors.append(required(f"{at}.namespace"))
    elif kind in _PEOPLE:
        if group != GROUP:
            errors.append(not_supported(f"{at}.apiGroup", group, (GROUP,)))
    else:
        errors.append(not_supported(f"{at}.kind", kind, _SUBJECTS))
    return errors
