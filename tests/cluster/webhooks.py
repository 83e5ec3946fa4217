"""A webhook server for tests: what it is asked is kept, what it answers is a function."""

from __future__ import annotations

import base64
import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, TypeVar

import trustme

from enhancement_kit.local.addresses import HOST

Json = dict[str, Any]
Judge = Callable[[Json], Json]


def allow(_: Json) -> Json:
    """Allow everything."""
    return {"allowed": True}


def patch(*operations: Json) -> Json:
    """Allow with a JSON patch."""
    text = base64.b64encode(json.dumps(operations).encode()).decode()
    return {"allowed": True, "patchType": "JSONPatch", "patch": text}


class Webhook:
    """The server: `url` and `bundle` for configurations, `judge` to answer, `asked` to see the requests."""

    def __init__(self, url: str, bundle: str) -> None:
        self.url, self.bundle = url, bundle
        self.judge: Judge = allow
        self.asked: list[Json] = []

    def answer(self, review: Json) -> Json:
        """Return the AdmissionReview with a response."""
        request = review["request"]
        self.asked.append(request)
        response = {"uid": request["uid"], **self.judge(request)}
        return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}

    def configuration(self, kind: str, called: str, **more: Any) -> Json:
        """Return a configuration with one webhook that wants ConfigMaps."""
        rule = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"], "resources": ["configmaps"]}
        hook = {
            "name": f"{called}.example.test",
            "clientConfig": {"url": self.url, "caBundle": self.bundle},
            "rules": [rule],
            "sideEffects": "None",
            "admissionReviewVersions": ["v1"],
            **more,
        }
        return {
            "apiVersion": "admissionregistration.k8s.io/v1",
            "kind": kind,
            "metadata": {"name": called},
            "webhooks": [hook],
        }


class Converter:
    """A conversion webhook: `convert` makes an object of another, `judge` may change the answer."""

    def __init__(self, url: str, bundle: str) -> None:
        self.url, self.bundle = url, bundle
        self.convert: Callable[[Json, str], Json] = lambda obj, version: {**obj, "apiVersion": version}
        self.judge: Judge = lambda review: review
        self.asked: list[Json] = []

    def answer(self, review: Json) -> Json:
        """Return the ConversionReview with a response."""
        request = review["request"]
        self.asked.append(request)
        objects = [self.convert(deepcopy(obj), request["desiredAPIVersion"]) for obj in request["objects"]]
        response = {"uid": request["uid"], "convertedObjects": objects, "result": {"status": "Success"}}
        return self.judge({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": response})


Asked = TypeVar("Asked", Webhook, Converter)


@contextmanager
def serving(kind: Callable[[str, str], Asked]) -> Iterator[Asked]:
    """Serve a webhook until the block ends."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(webhook.answer(sent)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer((HOST, 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        bundle = base64.b64encode(authority.cert_pem.bytes()).decode()
        webhook = kind(f"https://{HOST}:{server.server_address[1]}/asked", bundle)
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield webhook
        finally:
            server.shutdown()
