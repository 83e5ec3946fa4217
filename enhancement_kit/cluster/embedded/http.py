"""HTTP: maps paths and verbs to operations, with media types, warnings and watches. Every error becomes a `Status`."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from . import discovery, openapi, openapi_v2, patches, scales, status, tables
from .actions import Call
from .asking import Ask, Said
from .authentication import certificate_of, header_warnings
from .authorization import attributes_of, forbidden, impersonation
from .core import Core
from .decoding import decode
from .doubled_keys import doubled_in_apply
from .fielderrors import quote
from .managedfields import record
from .objects import Manifest, compact, mapping
from .options import DeleteOptions, Options
from .replies import JSON, Answer, found, reply
from .requests import (
    READABLE,
    UNREADABLE,
    Request,
    check_list_version,
    decode_continue,
    delete_options,
    encode_continue,
    form_of,
    number,
    option_error,
    options_of,
    place_of,
    read_body,
    read_json,
    read_yaml,
    selector_of,
)
from .resource import Resource
from .routing import Target, target_of, verb_of
from .scales import scale_of, scaled
from .service_account_tokens import KEYS
from .users import ADMIN, ANONYMOUS, User
from .watching import Watch

BODY_LIMIT = 3 * 1024 * 1024
log = logging.getLogger(__name__)


class Handler:
    """Answers requests to the API."""

    def __init__(self, core: Core, version: Manifest) -> None:
        self.registry = core.registry
        self.operations = core.operations
        self.actions = core.actions.known
        self.version = version
        self.authenticator = core.authenticator
        self.authorizer = core.authorizer if core.judges else None
        self.impersonation = core.impersonation
        self._play = core.rollouts.play
        self.admission = core.admission
        self.conversions = core.conversions
        self._said: Said | None = None
        self.tokens = core.tokens
        self.address = ""
        self.closing = asyncio.Event()
        self.lock = core.store.lock
        self._user = ADMIN
        self._deprecated: list[str] = []
        self._warnings: list[str] = []
        """Those about the request that is being answered: they are sent also where it is refused."""

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request that came over a socket."""
        try:
            body = await request.read() if request.can_read_body else b""
            certificate = certificate_of(request) if self.authenticator.certificates else b""
            if self._asks():
                # a webhook may call this server while it is asked
                answered = await asyncio.to_thread(self.answer, request, body, certificate)
            else:
                answered = self.answer(request, body, certificate)
            return await self._watch(request, answered) if isinstance(answered, Target) else answered
        except Exception as e:
            return self._failure(request, e)

    async def end_watches(self) -> None:
        """Let open watches end."""
        self.closing.set()

    def answer(self, request: Request, body: bytes, certificate: bytes = b"") -> web.Response | Target:
        """Answer one request on the thread that asks; for a watch, return the target to watch."""
        if not self._asks():
            return self._attempt(request, body, certificate, None)
        said = Said()
        while True:
            try:
                return self._attempt(request, body, certificate, said)
            except Ask as ask:
                for key, send in ask.asks.items():
                    said.answers[key] = send()

    def _asks(self) -> bool:
        """Return whether there are webhooks that may have to be asked."""
        return self.admission.active or self.conversions.active

    def _attempt(self, request: Request, body: bytes, certificate: bytes, said: Said | None) -> web.Response | Target:
        """Answer with what webhooks have said so far, None where none is asked. Raises Ask for what one has to say."""
        with self.lock:
            self._warnings, self._deprecated, self._said = [], [], said
            self.conversions.said = said
            try:
                return self._answer(request, body, certificate)
            except Ask:
                raise
            except Exception as e:
                return self._failure(request, e, [*self._deprecated, *self._warnings])
            finally:
                self.conversions.said = None
                self._play()

    def _failure(self, request: Request, error: Exception, warnings: Sequence[str] = ()) -> web.Response:
        if isinstance(error, status.ApiError):
            return reply(error.code, error.body(), warnings)
        if isinstance(error, status.NoSuchPath):
            return web.Response(status=404, text="404 page not found\n")
        if isinstance(error, web.HTTPRequestEntityTooLarge):
            message = f"Request entity too large: limit is {BODY_LIMIT}"
            return reply(413, status.ApiError(413, "RequestEntityTooLarge", message).body())
        # a bug of this server: the caller gets a Status, the trace goes to the log
        log.error("%s %s", request.method, request.path_qs, exc_info=error)
        return reply(500, status.internal_error(repr(error)).body())

    def _answer(self, request: Request, body: bytes, certificate: bytes) -> web.Response | Target:
        parts = [unquote(p) for p in request.rel_url.raw_path.split("/") if p]
        self._user = self._asking(request, parts, certificate)
        if len(body) > BODY_LIMIT:
            raise web.HTTPRequestEntityTooLarge(BODY_LIMIT, len(body))
        static = self._document(parts, request) if request.method == "GET" else None
        if static is not None:
            return static
        target = target_of(self.registry, parts)
        verb = verb_of(request, target)
        resource = target.resource
        self._deprecated = [resource.warning] if resource.warning else []
        if form_of(request) == UNREADABLE:
            plain = resource.custom or "as=" in request.headers.get("Accept", "")
            raise status.not_acceptable(READABLE, custom=plain, stream=verb == "list")
        if verb == "watch":
            return target
        answer = getattr(self, f"_{verb}")(request, target, body)
        return reply(answer.code, answer.body, [*self._deprecated, *answer.warnings])

    def _asking(self, request: Request, parts: list[str], certificate: bytes) -> User:
        """Return who asks. Raises ApiError 401, and 403 for what they may not do."""
        user = self.authenticator.user(request.headers, certificate)
        if user is ANONYMOUS:
            self._warnings = header_warnings(request.headers.get("Authorization", ""))
        impersonates = impersonation.is_wanted(request.headers)
        if self.authorizer is None and not impersonates:
            return user
        wanted = attributes_of(user, request, parts)
        if impersonates:
            user = self.impersonation.user(request.headers, wanted)
            wanted = replace(wanted, user=user)
        if self.authorizer is not None:
            allowed, reason = self.authorizer.decide(wanted)
            if not allowed:
                raise forbidden(wanted, reason)
        return user

    # paths that are not objects

    def _document(self, parts: list[str], request: Request) -> web.Response | None:
        match parts:
            case ["healthz" | "readyz" | "livez", *_]:
                return web.Response(text="ok")
            case ["version"]:
                return reply(200, self.version)
            case ["api" | "apis" as root] if discovery.is_wanted(request.headers.get("Accept", "")):
                return reply(200, discovery.document(self.registry, core=root == "api"), media=discovery.MEDIA)
            case ["api"]:
                return reply(200, self.registry.api_versions(self.address))
            case ["apis"]:
                return reply(200, self.registry.group_list())
            case ["api", version]:
                return found(self.registry.resource_list("", version))
            case ["apis", group]:
                return found(self.registry.group(group))
            case ["apis", group, version]:
                return found(self.registry.resource_list(group, version))
            case ["openapi", "v2"]:
                document = openapi_v2.document(self.registry, self.version["gitVersion"])
                if openapi_v2.wants_protobuf(request.headers.get("Accept", "")):
                    return web.Response(body=openapi_v2.encoded(document), content_type=openapi_v2.PROTOBUF)
                return reply(200, document)
            case ["openapi", "v3"]:
                return reply(200, openapi.index(self.registry))
            case ["openapi", "v3", "api", version]:
                return found(openapi.document(self.registry, "", version, self.version["gitVersion"]))
            case ["openapi", "v3", "apis", group, version]:
                return found(openapi.document(self.registry, group, version, self.version["gitVersion"]))
            case ["openid", "v1", "jwks"]:
                return reply(200, self.tokens.keys(), media=KEYS)
            case [".well-known", "openid-configuration"]:
                return reply(200, self.tokens.configuration(self.address))
            case []:
                return reply(200, {"paths": ["/api", "/apis", "/healthz", "/livez", "/readyz", "/version"]})
        return None

    # the verbs

    def _get(self, request: Request, target: Target, _body: bytes) -> Answer:
        obj = self.operations.get(target.resource, target.namespace, target.name)
        if target.subresource == "scale":
            obj = scale_of(target.resource, obj)
        return Answer(200, self._shown(request, target.resource, obj))

    def _shown(self, request: Request, resource: Resource, obj: Manifest) -> Manifest:
        form = form_of(request)
        if form == "Table":
            include = request.query.get("includeObject", "Metadata")
            meta = {"resourceVersion": obj["metadata"].get("resourceVersion", "")}
            return tables.table(resource, [obj], meta, include)
        if form == "PartialObjectMetadata":
            return {"kind": form, "apiVersion": "meta.k8s.io/v1", "metadata": obj["metadata"]}
        return obj

    def _list(self, request: Request, target: Target, _body: bytes) -> Answer:
        resource, query = target.resource, request.query
        matches = selector_of(request, resource)
        check_list_version(request, self.operations.store.version)
        stored = self.operations.store.list(resource.storage, target.namespace)
        items = self.operations.views(resource, [obj for _, obj in stored])
        if matches is not None:
            items = [obj for obj in items if matches(obj)]
        meta: Manifest = {"resourceVersion": str(self.operations.store.version)}
        limit, token = number(query.get("limit", "")), query.get("continue", "")
        if token:
            start = decode_continue(token)
            items = [o for o in items if place_of(o) > start]
        if limit and len(items) > limit:
            meta["continue"] = encode_continue(items[limit - 1], self.operations.store.version)
            if matches is None:
                meta["remainingItemCount"] = len(items) - limit
            items = items[:limit]
        form = form_of(request)
        if form == "Table":
            return Answer(200, tables.table(resource, items, meta, query.get("includeObject", "Metadata")))
        if form == "PartialObjectMetadataList":
            partial = [
                {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": o["metadata"]}
                for o in items
            ]
            return Answer(200, {"kind": form, "apiVersion": "meta.k8s.io/v1", "metadata": meta, "items": partial})
        if resource.custom:
            meta.setdefault("continue", "")
        if resource.strategy.typed:
            items = [{k: v for k, v in o.items() if k not in ("kind", "apiVersion")} for o in items]
        listing = {"kind": resource.list_kind, "apiVersion": resource.api_version, "metadata": meta, "items": items}
        return Answer(200, listing)

    def _options(self, request: Request, subresource: str, kind: str = "CreateOptions") -> Options:
        options = options_of(request, subresource, kind)
        options.user, options.said = self._user, self._said
        self._warnings = options.warnings
        return options

    def _create(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._options(request, target.subresource)
        action = self.actions.get((target.resource.group, target.resource.plural, target.subresource))
        kind = target.resource.kind if action is None else action.kind.kind
        content = read_body(request, body, kind, options)
        if action is not None:
            obj = decode(action.kind, target.namespace, content, options)
            if action.kind.namespaced and action.needs_namespace:
                self.operations.check_namespace(action.kind, target.namespace, target.name)
            # the answer is the server's alone
            obj.pop("status", None)
            record(obj, None, options.manager, action.kind.api_version, target.subresource, action.kind.strategy)
            return Answer(201, action.act(Call(target.namespace, target.name, obj, options)), options.warnings)
        obj = self.operations.create(target.resource, target.namespace, content, options)
        return Answer(201, self._shown(request, target.resource, obj), options.warnings)

    def _update(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._options(request, target.subresource, "UpdateOptions")
        kind = "Scale" if target.subresource == "scale" else target.resource.kind
        content = read_body(request, body, kind, options)
        if target.subresource == "scale":
            return self._patched(target, options, lambda old: scaled(target.resource, old, content))
        if self.operations.creates(target.resource, target.namespace, target.name, options):
            place = target.resource, target.namespace, target.name
            return Answer(201, self.operations.create_by_update(*place, content, options), options.warnings)
        obj = self.operations.update(target.resource, target.namespace, target.name, content, options)
        return Answer(200, obj, options.warnings)

    def _patched(self, target: Target, options: Options, change: Callable[[Manifest], Manifest]) -> Answer:
        obj = self.operations.patch(target.resource, target.namespace, target.name, change, options)
        if target.subresource == "scale":
            obj = scale_of(target.resource, obj)
        return Answer(200, obj, options.warnings)

    def _patch(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._options(request, target.subresource, "PatchOptions")
        options.patched = True
        media = request.headers.get("Content-Type", "").partition(";")[0].strip()
        accepted = [patches.JSON, patches.MERGE, patches.APPLY]
        if not target.resource.custom:
            accepted.insert(2, patches.STRATEGIC)
        if media not in accepted:
            if not target.resource.custom:
                raise status.ApiError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {})
            raise status.unsupported_media_type(accepted)
        if media == patches.APPLY:
            return self._apply(request, target, body, options)
        if "force" in request.query:
            text = "Forbidden: may not be specified for non-apply patch"
            raise option_error("force", "FieldValueForbidden", text, "PatchOptions")
        change = {
            patches.JSON: patches.json_patch,
            patches.MERGE: patches.object_patch,
            patches.STRATEGIC: patches.strategic_patch,
        }[media]
        if target.subresource == "scale":
            r = target.resource
            return self._patched(target, options, lambda old: scaled(r, old, change(scale_of(r, old), read_json(body))))
        return self._patched(target, options, lambda old: change(old, read_json(body)))

    def _apply(self, request: Request, target: Target, body: bytes, options: Options) -> Answer:
        if not request.query.get("fieldManager"):
            text = "Required value: is required for apply patch"
            raise option_error("fieldManager", "FieldValueRequired", text, "PatchOptions")
        if target.subresource == "scale":
            return self._apply_scale(target, read_yaml(body), options)
        content = read_yaml(body)
        options.warnings += doubled_in_apply(body, options.validation)
        created, obj = self.operations.apply(target.resource, target.namespace, target.name, content, options)
        return Answer(201 if created else 200, obj, options.warnings)

    def _apply_scale(self, target: Target, content: Any, options: Options) -> Answer:
        resource, namespace, name = target.resource, target.namespace, target.name
        self.operations.get(resource, namespace, name)
        wanted = scales.applied(resource, namespace, name, content)
        # nothing is stored of a custom resource: the real server fails when it is about to
        options.dry_run = options.dry_run or resource.custom
        try:
            _, obj = self.operations.apply(resource, namespace, name, wanted, options)
        except status.ApiError as error:
            raise (scales.conflict(error) if error.code == 409 else error) from None
        if resource.custom:
            raise scales.not_converted(name)
        return Answer(200, scale_of(resource, obj), options.warnings)

    def _delete(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._delete_options(request, body)
        answer = self.operations.delete(target.resource, target.namespace, target.name, options)
        waits = options.cascades and not options.dry_run and "deletionTimestamp" in mapping(answer.get("metadata"))
        return Answer(202 if waits else 200, answer, options.warnings)

    def _deletecollection(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._delete_options(request, body)
        options.collection = True
        matches = selector_of(request, target.resource)
        listing = self._list(request, target, b"")
        stored = self.operations.store.list(target.resource.storage, target.namespace)
        chosen = [(k, o) for k, o in stored if matches is None or matches(self.operations.view(target.resource, o))]
        for key, obj in chosen:
            # all webhooks are asked before anything goes
            self.operations.check_deletion(target.resource, key, obj, options)
        for key, _ in chosen:
            if self.operations.store.get(target.resource.storage, key):
                self.operations.delete(target.resource, key[0], key[1], options)
        return Answer(listing.code, listing.body, options.warnings)

    def _delete_options(self, request: Request, body: bytes) -> DeleteOptions:
        options = delete_options(request, body)
        options.user, options.said = self._user, self._said
        self._warnings = options.warnings
        return options

    async def _watch(self, request: web.BaseRequest, target: Target) -> web.StreamResponse:
        query, resource = request.query, target.resource
        version = query.get("resourceVersion", "")
        if version and not version.isdigit():
            text = f"Invalid value: {quote(version)}: strconv.ParseUint: parsing {quote(version)}: invalid syntax"
            raise status.ApiError(500, "", f"resourceVersion: {text}")
        selects = selector_of(request, resource)
        matches = None if selects is None else (lambda obj: selects(resource.strategy.glimpse(obj)))
        initial = query.get("sendInitialEvents") in ("1", "true")
        if "sendInitialEvents" in query and query.get("resourceVersionMatch") != "NotOlderThan":
            text = "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"
            raise option_error("resourceVersionMatch", "FieldValueForbidden", text, "ListOptions")
        seconds = number(query.get("timeoutSeconds", ""))
        until = time.monotonic() + seconds if seconds else None

        asks = resource.strategy.asks

        def view(obj: Manifest) -> Manifest:
            # a webhook is asked when the event is sent, not by whoever writes
            return obj if asks else self._shown(request, resource, self.operations.view(resource, obj))

        response = web.StreamResponse(headers={"Content-Type": JSON})
        try:
            with self.lock:
                watch = Watch(self.operations.store, resource, view, target.namespace, matches, version, initial)
        except status.ApiError as e:
            # the stream is open by then: an expired version is an ERROR event, not a status of the response
            await response.prepare(request)
            await response.write(compact({"type": "ERROR", "object": e.body()}) + b"\n")
            return response
        try:
            await response.prepare(request)
            closing = asyncio.ensure_future(self.closing.wait())
            while not self.closing.is_set():
                left = None if until is None else until - time.monotonic()
                waiting = asyncio.ensure_future(watch.next(left))
                await asyncio.wait({waiting, closing}, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                    break
                event = waiting.result()
                if event is None:
                    if query.get("allowWatchBookmarks") in ("1", "true"):
                        await response.write(compact(watch.bookmark()) + b"\n")
                    break
                if asks and event["type"] != "BOOKMARK":
                    event = await asyncio.to_thread(self._converted, request, resource, event)
                await response.write(compact(event) + b"\n")
                if event["type"] == "ERROR":
                    break
            closing.cancel()
        except (ConnectionResetError, asyncio.CancelledError):
            log.debug("watch of %s closed by the client", resource.plural)
        finally:
            watch.close()
        return response

    def _converted(self, request: Request, resource: Resource, event: Manifest) -> Manifest:
        """Return an event with its object in the version that is watched, or the error of that."""
        try:
            obj = resource.strategy.view_now(event["object"])
        except status.ApiError as error:
            return {"type": "ERROR", "object": error.body()}
        return {**event, "object": self._shown(request, resource, obj)}
