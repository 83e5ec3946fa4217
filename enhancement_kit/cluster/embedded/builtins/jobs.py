"""Jobs and CronJobs: defaults and validity (pkg/apis/batch of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Sequence

from ..fielderrors import FieldError, invalid, not_supported, required
from ..labelselectors import chosen
from ..names import is_label
from ..objects import Manifest, mapping, new_uid
from . import checks, schedules
from .checks import nonnegative
from .common import Builtin, fill, immutable
from .workloads import validate_template

_NUMBERS = (
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
)
_MODES = ("NonIndexed", "Indexed")
_IMMUTABLE = ("completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy")
_NAME_LABELS = ("job-name", "batch.kubernetes.io/job-name")
_UID_LABELS = ("controller-uid", "batch.kubernetes.io/controller-uid")
_MOST = 2**31 - 1
_INDEXED_LIMIT = 100_000
_ZONE_PART = re.compile(r"[A-Za-z.\-_0-9+]{1,14}\Z")


def job_spec_errors(spec: Manifest, at: str) -> list[FieldError]:
    """Return the errors of what a Job does, its selector aside."""
    errors = checks.all_nonnegative(at, spec, _NUMBERS)
    if spec.get("maxFailedIndexes") is not None and spec.get("backoffLimitPerIndex") is None:
        errors.append(required(f"{at}.backoffLimitPerIndex", "when maxFailedIndexes is specified"))
    if (manager := spec.get("managedBy")) is not None:
        errors += checks.domain_path(f"{at}.managedBy", manager)
    mode = spec.get("completionMode")
    if mode is not None and mode not in _MODES:
        errors.append(not_supported(f"{at}.completionMode", mode, _MODES))
    if mode == "Indexed":
        errors += _indexed(spec, at)
    elif mode in (None, "NonIndexed"):
        for name in ("backoffLimitPerIndex", "maxFailedIndexes"):
            if spec.get(name) is not None:
                errors.append(invalid(f"{at}.{name}", spec[name], "requires indexed completion mode"))
    replacement = spec.get("podReplacementPolicy")
    if replacement is not None and replacement not in ("Failed", "TerminatingOrFailed"):
        path = f"{at}.podReplacementPolicy"
        errors.append(not_supported(path, replacement, ("Failed", "TerminatingOrFailed")))
    errors += validate_template(spec["template"], f"{at}.template")
    return errors + _restarts(spec, at)


def _indexed(spec: Manifest, at: str) -> list[FieldError]:
    errors = []
    if spec.get("completions") is None:
        errors.append(required(f"{at}.completions", "when completion mode is Indexed"))
    if (many := spec.get("parallelism") or 0) > _INDEXED_LIMIT:
        text = f"must be less than or equal to {_INDEXED_LIMIT} when completion mode is Indexed"
        errors.append(invalid(f"{at}.parallelism", many, text))
    failed = spec.get("maxFailedIndexes")
    if failed is not None and spec.get("completions") is not None and failed > spec["completions"]:
        errors.append(invalid(f"{at}.maxFailedIndexes", failed, "must be less than or equal to completions"))
    return errors


def _restarts(spec: Manifest, at: str) -> list[FieldError]:
    policy, path = spec["template"]["spec"]["restartPolicy"], f"{at}.template.spec.restartPolicy"
    if policy == "Always":
        return [required(path, 'valid values: "OnFailure", "Never"')]
    if policy not in ("OnFailure", "Never"):
        return [not_supported(path, policy, ("OnFailure", "Never"))]
    if spec.get("podFailurePolicy") is not None and policy != "Never":
        return [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    return []


class Jobs(Builtin):
    """The strategy of batch/v1 Job."""

    orphans = True
    delete_warning = (
        "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or "
        "set propagationPolicy=Orphan to suppress this warning"
    )

    def default(self, obj: Manifest) -> None:
        """Fill in numbers, modes and policies, and the labels of the template."""
        spec = obj["spec"]
        if spec.get("completions") is None and spec.get("parallelism") is None:
            spec["completions"] = 1
        fill(
            spec,
            {
                "parallelism": 1,
                "backoffLimit": 6 if spec.get("backoffLimitPerIndex") is None else _MOST,
                "completionMode": "NonIndexed",
                "suspend": False,
                "podReplacementPolicy": "TerminatingOrFailed" if spec.get("podFailurePolicy") is None else "Failed",
                "manualSelector": False,
            },
        )
        labels = mapping(mapping(spec["template"].get("metadata")).get("labels"))
        if labels and not obj["metadata"].get("labels"):
            obj["metadata"]["labels"] = dict(labels)

    def prepare_create(self, obj: Manifest) -> None:
        """Empty the status, and make a selector for the uid of the Job."""
        super().prepare_create(obj)
        spec, meta = obj["spec"], obj["metadata"]
        if spec["manualSelector"]:
            return
        uid = meta["uid"] = new_uid()
        inside = spec["template"].setdefault("metadata", {})
        # a Job without labels shares the ones of its template with it
        shared = inside.get("labels") is not None and meta.get("labels") == inside["labels"]
        labels = dict(inside.get("labels") or {})
        for names, value in ((_NAME_LABELS, meta.get("name", "")), (_UID_LABELS, uid)):
            for name in names:
                labels.setdefault(name, value)
        inside["labels"] = labels
        if shared or not meta.get("labels"):
            meta["labels"] = dict(labels)
        wanted = dict(spec.get("selector") or {})
        wanted["matchLabels"] = {_UID_LABELS[1]: uid, **(wanted.get("matchLabels") or {})}
        spec["selector"] = wanted

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the selector, numbers, modes and the template."""
        spec, meta = obj["spec"], obj["metadata"]
        errors = self._generated(obj) + self._spec(spec)
        if spec["completionMode"] == "Indexed" and (spec.get("completions") or 0) > 0:
            name = f"{meta.get('name', '')}-{spec['completions'] - 1}"
            if is_label(name):
                text = f"will not able to create pod with invalid DNS label: {name}"
                errors.append(invalid("metadata.name", meta.get("name", ""), text))
        return errors

    @staticmethod
    def _generated(obj: Manifest) -> list[FieldError]:
        spec, meta = obj["spec"], obj["metadata"]
        if spec["manualSelector"]:
            return []
        found = mapping(mapping(spec["template"].get("metadata")).get("labels"))
        at, errors = "spec.template.metadata.labels", []
        expected = {}
        for uid_label, name_label in zip(_UID_LABELS, _NAME_LABELS, strict=True):
            for label, value in ((uid_label, meta["uid"]), (name_label, meta.get("name", ""))):
                expected[label] = value
                if found.get(label) != value:
                    errors.append(invalid(at, found or None, f"must be '{value}'"))
        if not chosen(spec["selector"], expected):
            errors.append(invalid("spec.selector", spec["selector"], "`selector` not auto-generated"))
        return errors

    @staticmethod
    def _spec(spec: Manifest) -> list[FieldError]:
        errors, wanted = job_spec_errors(spec, "spec"), spec.get("selector")
        if wanted is None:
            labels = mapping(mapping(spec["template"].get("metadata")).get("labels"))
            text = "`selector` does not match template `labels`"
            return [*errors, required("spec.selector"), invalid("spec.template.metadata.labels", labels or None, text)]
        wrong = checks.selector("spec.selector", wanted)
        return [*errors, *(wrong or checks.template_matches("spec.template", wanted, spec["template"]))]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; selector, template and modes may not change."""
        after, before = new["spec"], old["spec"]
        errors = self._spec(after)
        grows = after["completionMode"] == "Indexed" and after.get("completions") == after.get("parallelism")
        if not grows:
            errors += immutable("spec.completions", after.get("completions"), before.get("completions"))
        errors += immutable("spec.selector", after.get("selector"), before.get("selector"))
        errors += immutable("spec.template", after["template"], before["template"])
        return errors + [e for n in _IMMUTABLE for e in immutable(f"spec.{n}", after.get(n), before.get(n))]


class CronJobs(Builtin):
    """The strategy of batch/v1 CronJob."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the schedule, numbers, policy and the template of Jobs."""
        errors = self._spec(obj["spec"], None)
        name = obj["metadata"].get("name", "")
        return (
            [*errors, invalid("metadata.name", name, "must be no more than 52 characters")]
            if len(name) > 52
            else errors
        )

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self._spec(new["spec"], old["spec"])

    @staticmethod
    def _spec(spec: Manifest, before: Manifest | None) -> list[FieldError]:
        schedule, zone = spec["schedule"], spec.get("timeZone")
        errors = _schedule(schedule, zone, old=before["schedule"] if before else "") if schedule else []
        if not schedule:
            errors.append(required("spec.schedule"))
        errors += nonnegative("spec.startingDeadlineSeconds", spec.get("startingDeadlineSeconds"))
        if zone is not None and (before is None or before.get("timeZone") != zone):
            errors += _zone(zone)
        policies = ("Allow", "Forbid", "Replace")
        if spec["concurrencyPolicy"] not in policies:
            errors.append(not_supported("spec.concurrencyPolicy", spec["concurrencyPolicy"], policies))
        inner, at = spec["jobTemplate"]["spec"], "spec.jobTemplate.spec"
        if inner.get("manualSelector") is not None and inner["manualSelector"]:
            errors.append(not_supported(f"{at}.manualSelector", inner["manualSelector"], ("nil", "false")))
        if inner.get("selector") is not None:
            text = "`selector` will be auto-generated"
            errors.append(invalid(f"{at}.selector", inner["selector"], text))
        errors += job_spec_errors(inner, at)
        return errors + checks.all_nonnegative("spec", spec, ("successfulJobsHistoryLimit", "failedJobsHistoryLimit"))


def _schedule(text: str, zone: str | None, *, old: str) -> list[FieldError]:
    path = "spec.schedule"
    why = schedules.wrong(text)
    errors = [invalid(path, text, why)] if why else []
    if "TZ" in text and "TZ" not in old:
        errors.append(invalid(path, text, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"))
    elif "TZ" in text and zone is not None:
        errors.append(invalid(path, text, "cannot use both timeZone field and TZ or CRON_TZ in schedule"))
    return errors


def _zone(zone: str) -> list[FieldError]:
    path = "spec.timeZone"
    if not zone:
        return [invalid(path, zone, "timeZone must be nil or non-empty string")]
    parts = zone.split("/")
    if any(part in (".", "..") or part.startswith("-") or not _ZONE_PART.match(part) for part in parts):
        return [invalid(path, zone, f"unknown time zone {zone}")]
    errors = []
    if zone.lower() == "local":
        text = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"
        errors.append(invalid(path, zone, text))
    if zone not in ("Local", "UTC") and zone not in zoneinfo.available_timezones():
        errors.append(invalid(path, zone, f"unknown time zone {zone}"))
    return errors
