"""Sending a review to a webhook: HTTPS with its authorities, and the texts of what may go wrong."""

from __future__ import annotations

import base64
import binascii
import http.client
import posixpath
import ssl
from urllib.parse import urlsplit

from .fielderrors import quote
from .objects import Manifest, compact

_LIMIT = 3 * 1024 * 1024
"""Bytes that are read of an answer."""


class Unanswered(Exception):
    """A webhook that could not be asked, or that answered with an error of HTTP; the message is Go's."""


def post(config: Manifest, review: Manifest, seconds: int) -> bytes:
    """Send a review to the webhook of a clientConfig and return the body of its answer. Raises Unanswered."""
    url = config.get("url", "")
    if not url:
        service = config["service"]
        port, path = service.get("port", 443), service.get("path", "/")
        url = f"https://{service['name']}.{service['namespace']}.svc:{port}{path}"
        raise Unanswered(f"Post {quote(f'{url}?timeout={seconds}s')}: service {quote(service['name'])} not found")
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 443
    # the real server's client cleans the path, too
    path = f"/{posixpath.normpath(parts.path or '/').lstrip('/')}?timeout={seconds}s"
    where = f"Post {quote(f'https://{parts.netloc}{path}')}: "
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
        raise Unanswered(f"{where}context deadline exceeded") from None
    except ConnectionRefusedError:
        raise Unanswered(f"{where}dial tcp {host}:{port}: connect: connection refused") from None
    except ssl.SSLCertVerificationError as error:
        text = f"{where}tls: failed to verify certificate: x509: {error.verify_message}"
        raise Unanswered(text) from None
    except (OSError, http.client.HTTPException) as error:
        raise Unanswered(f"{where}{error}") from None
    if status not in (200, 201):
        raise Unanswered(_refused(status))
    return body


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
