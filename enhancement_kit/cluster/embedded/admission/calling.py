"""Asking one admission webhook, and the texts of what may be wrong with its answer."""

from __future__ import annotations

import json

from ..asking import Answer
from ..fielderrors import quote
from ..gojson import NO_KIND
from ..objects import Manifest, mapping
from ..posting import Unanswered, post

_REVIEW = ("admission.k8s.io/v1", "AdmissionReview")


def call(webhook: Manifest, review: Manifest, *, mutating: bool) -> Answer:
    """Send a review to a webhook and return its answer, checked, or why there is none."""
    try:
        body = post(webhook["clientConfig"], review, webhook.get("timeoutSeconds", 10))
    except Unanswered as error:
        return Answer(failure=f"failed to call webhook: {error}")
    return _checked(body, review["request"]["uid"], mutating=mutating)


def _checked(body: bytes, uid: str, *, mutating: bool) -> Answer:
    """Return what a webhook has answered, or what is wrong with the answer."""
    try:
        review = json.loads(body)
    except ValueError as error:
        return Answer(failure=f"failed to call webhook: {NO_KIND}{error}")
    review = mapping(review)
    response = review.get("response")
    wrong = ""
    if not isinstance(response, dict):
        wrong = "webhook response was absent"
    elif response.get("uid") != uid:
        wrong = f"expected response.uid={quote(uid)}, got {quote(str(response.get('uid', '')))}"
    elif (given := (review.get("apiVersion", ""), review.get("kind", ""))) != _REVIEW:
        wrong = f"expected webhook response of {_kind(*_REVIEW)}, got {_kind(*given)}"
    elif mutating and bool(response.get("patch")) != bool(response.get("patchType")):
        first, second = ("patch", "patchType") if response.get("patch") else ("patchType", "patch")
        wrong = f"webhook returned response.{first} but not response.{second}"
    elif not mutating and (response.get("patch") or response.get("patchType")):
        part = "patch" if response.get("patch") else "patchType"
        wrong = f"validating webhook may not return response.{part}"
    if wrong:
        return Answer(failure=f"received invalid webhook response: {wrong}")
    return Answer(response=mapping(response))


def _kind(api_version: str, kind: str) -> str:
    return f"{api_version}, Kind={kind}"
