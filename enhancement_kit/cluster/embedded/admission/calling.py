"""Calling one webhook: HTTPS with its authorities, and the texts of what may go wrong."""

from __future__ import annotations

import base64
import binascii
import http.client
import json
import posixpath
import ssl
from urllib.parse import urlsplit

from ..asking import Answer
from ..fielderrors import quote
from ..objects import Manifest, compact, mapping

_REVIEW = ("admission.k8s.io/v1", "AdmissionReview")
_LIMIT = 3 * 1024 * 1024
"""Bytes that are read of an answer."""


def call(webhook: Manifest, review: Manifest, *, mutating: bool) -> Answer:
    """Send a review to a webhook and return its answer, checked, or why there is none."""
    seconds = webhook.get("timeoutSeconds", 10)
    config = webhook["clientConfig"]
    url = config.get("url", "")
    if not url:
        service = config["service"]
        url = (
            f"https://{service['name']}.{service['namespace']}.svc:{service.get('port', 443)}{service.get('path', '/')}"
        )
        why = f"service {quote(service['name'])} not found"
        return Answer(failure=f"failed to call webhook: Post {quote(f'{url}?timeout={seconds}s')}: {why}")
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 443
    # the real server's client cleans the path, too
    path = f"/{posixpath.normpath(parts.path or '/').lstrip('/')}?timeout={seconds}s"
    where = f"failed to call webhook: Post {quote(f'https://{parts.netloc}{path}')}: "
    try:
        context = ssl.create_default_context(cadata=_authorities(config.get("caBundle", "")))
        # Go trusts any certificate that it is given, an authority's or the server's own
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        connection = http.client.HTTPSConnection(host, port, timeout=seconds, context=context)
        try:
            connection.request("POST", path, compact(review), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            status, body = answer.status, answer.read(_LIMIT)
        finally:
            connection.close()
    except TimeoutError:
        return Answer(failure=f"{where}context deadline exceeded")
    except ConnectionRefusedError:
        return Answer(failure=f"{where}dial tcp {host}:{port}: connect: connection refused")
    except ssl.SSLCertVerificationError as error:
        return Answer(failure=f"{where}tls: failed to verify certificate: x509: {error.verify_message}")
    except (OSError, http.client.HTTPException) as error:
        return Answer(failure=f"{where}{error}")
    if status not in (200, 201):
        return Answer(failure=f"failed to call webhook: {_refused(status)}")
    return _checked(body, review["request"]["uid"], mutating=mutating)


def _authorities(bundle: str) -> str | None:
    try:
        return base64.b64decode(bundle).decode() or None
    except (binascii.Error, ValueError):
        return None


def _refused(status: int) -> str:
    if status == 404:
        return "the server could not find the requested resource"
    if status == 500:
        return 'an error on the server ("unknown") has prevented the request from succeeding'
    return f"the server responded with the status code {status} but did not return more information"


def _checked(body: bytes, uid: str, *, mutating: bool) -> Answer:
    """Return what a webhook has answered, or what is wrong with the answer."""
    try:
        review = json.loads(body)
    except ValueError as error:
        return Answer(failure=f"failed to call webhook: couldn't get version/kind; json parse error: {error}")
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
