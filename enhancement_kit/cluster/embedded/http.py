"""HTTP: maps paths and verbs to operations, with media types, warnings and watches. Every error becomes a `Status`."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from . import discovery, limits, listing, openapi, openapi_v2, patches, scales, status, tables
from .actions import Call
from .asking import Ask, Said
from .authentication import certificate_of, header_warnings
from .authorization import attributes_of, forbidden, impersonation
from .bodies import receive
from .core import Core
from .decoding import decode
from .delete_options import delete_options
from .labelselectors import Matcher
from .listoptions import list_options, parsed_version, too_large
from .managedfields import record
from .negotiation import PARTIAL, PARTIAL_LIST, TABLE, accepted, refuse_list, refuse_object
from .objects import Manifest, compact, mapping
from .options import DeleteOptions, Options
from .origins import Origins
from .prepared import prepare
from .replies import JSON, Answer, found, reply, written
from .requests import (
    READABLE,
    Request,
    media_of,
    number,
    option_error,
    options_of,
    read_applied,
    read_body,
    read_json,
    reads_body,
    selectors_of,
)
from .resource import Resource
from .routing import Target, target_of, verb_of
from .scales import patched, scale_of, scaled
from .selectors import both, only_name
from .sending import EventTexts, list_text
from .service_account_tokens import KEYS
from .users import ADMIN, ANONYMOUS, User
from .watching import Watch

log = logging.getLogger(__name__)


class Handler:
    """Answers requests to the API."""

    def __init__(self, core: Core, version: Manifest, origins: Origins | None = None) -> None:
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
        self.closing = False
        self._origins = origins or Origins()
        self.watches: set[Watch] = set()
        self.lock = core.store.lock
        self._user = ADMIN
        self._deprecated: list[str] = []
        self._warnings: list[str] = []
        """Those about the request that is being answered: they are sent also where it is refused."""

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request that came over a socket."""
        try:
            self._origins.check(request.headers)
            body = await prepare(await receive(request), media_of(request))
            certificate = certificate_of(request) if self.authenticator.certificates else b""
            if self._asks():
                # a webhook may call this server while it is asked
                answered = await asyncio.to_thread(self.answer, request, body, certificate)
            else:
                answered = self.answer(request, body, certificate)
            return await (self._watch(request, answered) if isinstance(answered, Target) else written(answered))
        except web.HTTPException:
            raise
        except ConnectionError:
            log.debug("%s: the client is gone", request.path_qs)
            # nobody gets it
            return web.Response()
        except Exception as e:
            return await written(self._failure(request, e))

    async def end_watches(self) -> None:
        """Let open watches end."""
        self.closing = True
        for watch in self.watches:
            watch.end()

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
            return reply(error.code, error.body(), warnings, media=accepted(request).media)
        if isinstance(error, status.NoSuchPath):
            return web.Response(status=404, text="404 page not found\n")
        # a bug of this server: the caller gets a Status, the trace goes to the log
        log.error("%s %s", request.method, request.path_qs, exc_info=error)
        return reply(500, status.internal_error(repr(error)).body())

    def _answer(self, request: Request, body: bytes, certificate: bytes) -> web.Response | Target:
        parts = [unquote(p) for p in request.rel_url.raw_path.split("/") if p]
        self._user = self._asking(request, parts, certificate)
        static = self._document(parts, request) if request.method == "GET" else None
        if static is not None:
            return static
        target = target_of(self.registry, parts, self._deprecated)
        verb = verb_of(request, target)
        resource, wanted = target.resource, accepted(request)
        if not wanted.readable:
            plain = resource.custom or "as=" in request.headers.get("Accept", "")
            # paths of built-in kinds are looked up by media type, and only then is there somebody to warn
            self._deprecated = [resource.warning] if plain and resource.warning else []
            raise status.not_acceptable(READABLE, custom=plain, stream=verb == "list")
        self._deprecated = [resource.warning] if resource.warning else []
        if verb == "watch":
            return target
        if len(body) > limits.BODY and reads_body(request, verb):
            raise status.too_large(f"limit is {limits.BODY}")
        answer = getattr(self, f"_{verb}")(request, target, body)
        return reply(answer.code, answer.body, [*self._deprecated, *answer.warnings], media=wanted.media)

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
        media = accepted(request).media
        match parts:
            case ["healthz" | "readyz" | "livez", *_]:
                return web.Response(text="ok")
            case ["version"]:
                return reply(200, self.version)
            case ["api" | "apis" as root] if discovery.is_wanted(request.headers.get("Accept", "")):
                return reply(200, discovery.document(self.registry, core=root == "api"), media=discovery.MEDIA)
            case ["api"]:
                return reply(200, self.registry.api_versions(self.address), media=media)
            case ["apis"]:
                return reply(200, self.registry.group_list(), media=media)
            case ["api", version]:
                return found(self.registry.resource_list("", version), media, builtin=True)
            case ["apis", group]:
                return found(self.registry.group(group), media)
            case ["apis", group, version]:
                builtin = self.registry.has_builtin_group(group)
                return found(self.registry.resource_list(group, version), media, builtin=builtin)
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
        if request.rel_url.raw_query_string:
            self._check_version(request.query.get("resourceVersion", ""))
        obj = self.operations.get(target.resource, target.namespace, target.name)
        if target.subresource == "scale":
            obj = scale_of(target.resource, obj)
        return Answer(200, self._shown(request, target.resource, obj))

    def _check_version(self, text: str) -> None:
        """Check the version that a request names. Raises ApiError 500, and 504 for one that does not exist yet."""
        version = _version(text)
        if version > self.operations.store.version:
            raise too_large(version, self.operations.store.version)

    def _shown(self, request: Request, resource: Resource, obj: Manifest) -> Manifest:
        form = accepted(request).form
        if not form or obj.get("kind") == "Status":
            return obj
        refuse_object(resource, form)
        if form == TABLE:
            include = request.query.get("includeObject", "Metadata")
            meta = {"resourceVersion": obj["metadata"].get("resourceVersion", "")}
            return tables.table(resource, [obj], meta, include)
        return {"kind": PARTIAL, "apiVersion": "meta.k8s.io/v1", "metadata": obj["metadata"]}

    def _list(self, request: Request, target: Target, _body: bytes) -> Answer:
        page = self._page(request, target, self._matches(request, target.resource))
        return Answer(200, self._listed(request, target.resource, page))

    def _page(self, request: Request, target: Target, matches: Matcher | None) -> listing.Page:
        resource, query = target.resource, request.query
        if "timeoutSeconds" in query:
            number(query["timeoutSeconds"])
        fields, labels = query.get("fieldSelector", ""), query.get("labelSelector", "")
        selection = listing.Selection(matches, only_name(fields), "" if fields else labels)
        return listing.page(self.operations.store, resource, target.namespace, selection, list_options(query))

    @staticmethod
    def _matches(
        request: Request, resource: Resource, view: Callable[[Manifest], Manifest] | None = None
    ) -> Matcher | None:
        """Return the test of stored objects, as `view` shows them, that a request asks for. Raises ApiError 400."""
        by_label, by_field = selectors_of(request, resource)
        seen = view or resource.strategy.view
        if resource.strategy.asks:
            # a webhook may change labels
            return None if by_label is None and by_field is None else _through(seen, both(by_label, by_field))
        if by_field is None:
            return by_label
        # labels are the same however an object is read; other fields are those that the client sees
        return both(by_label, _through(seen, by_field))

    def _listed(self, request: Request, resource: Resource, page: listing.Page) -> Manifest | bytes:
        form, meta = accepted(request).form, page.meta
        refuse_list(resource, form)
        if form in (TABLE, PARTIAL_LIST):
            items = self.operations.views(resource, [obj for _, obj in page.items])
            if form == TABLE:
                return tables.table(resource, items, meta, request.query.get("includeObject", "Metadata"))
            partials = [
                {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": o["metadata"]}
                for o in items
            ]
            return {"kind": form, "apiVersion": "meta.k8s.io/v1", "metadata": meta, "items": partials}
        if resource.custom:
            meta.setdefault("continue", "")
        return list_text(self.operations.store.shelf(resource.storage), resource, page.items, meta)

    def _options(self, request: Request, subresource: str, kind: str = "CreateOptions") -> Options:
        options = options_of(request, subresource, kind)
        options.user, options.said = self._user, self._said
        self._warnings = options.warnings
        return options

    def _create(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._options(request, target.subresource)
        action = self.actions.get((target.resource.group, target.resource.plural, target.subresource))
        kind = target.resource.kind if action is None else action.kind.kind
        content = read_body(request, body, kind, options, target.resource)
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
        content = read_body(request, body, kind, options, target.resource)
        if target.subresource == "scale":
            scale = scales.read(target.resource, target.namespace, target.name, content, options)
            options.doubled = []
            return self._patched(request, target, options, lambda old: scaled(target.resource, old, scale, options))
        if self.operations.creates(target.resource, target.namespace, target.name, options):
            place = target.resource, target.namespace, target.name
            obj = self.operations.create_by_update(*place, content, options)
            return Answer(201, self._shown(request, target.resource, obj), options.warnings)
        obj = self.operations.update(target.resource, target.namespace, target.name, content, options)
        return Answer(200, self._shown(request, target.resource, obj), options.warnings)

    def _patched(
        self, request: Request, target: Target, options: Options, change: Callable[[Manifest], Manifest]
    ) -> Answer:
        resource, namespace, name = target.resource, target.namespace, target.name
        obj = self.operations.patch(resource, namespace, name, change, options)
        if target.subresource == "scale":
            obj = scale_of(target.resource, obj)
        return Answer(200, self._shown(request, target.resource, obj), options.warnings)

    def _patch(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._options(request, target.subresource, "PatchOptions")
        options.patched = True
        media = media_of(request, absent="")
        accepted = [patches.JSON, patches.MERGE, patches.APPLY]
        if not target.resource.custom:
            accepted.insert(2, patches.STRATEGIC)
        if media not in accepted:
            if not target.resource.custom:
                raise status.ApiError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {})
            raise status.unsupported_media_type(accepted)
        if media == patches.APPLY:
            return self._apply(request, target, body, options)
        options.converted = media == patches.STRATEGIC
        if "force" in request.query:
            text = "Forbidden: may not be specified for non-apply patch"
            raise option_error("force", "FieldValueForbidden", text, "PatchOptions")
        change = {
            patches.JSON: patches.json_patch,
            patches.MERGE: patches.object_patch,
            patches.STRATEGIC: patches.strategic_patch,
        }[media]
        resource = target.resource
        if target.subresource == "scale":

            def rescaled(old: Manifest) -> Manifest:
                patch = read_json(body, resource, media)
                options.outcome = patches.printer(media, scales.KIND, patch)
                scale = scales.read(
                    resource, target.namespace, target.name, change(patched(resource, old), patch), options
                )
                # what is wrong with the object is not wrong with the patch
                options.patched = options.converted = False
                return scaled(resource, old, scale, options)

            return self._patched(request, target, options, rescaled)

        def changed(old: Manifest) -> Manifest:
            patch = read_json(body, resource, media)
            options.outcome = patches.printer(media, target.resource, patch)
            return change(old, patch)

        return self._patched(request, target, options, changed)

    def _apply(self, request: Request, target: Target, body: bytes, options: Options) -> Answer:
        if not request.query.get("fieldManager"):
            text = "Required value: is required for apply patch"
            raise option_error("fieldManager", "FieldValueRequired", text, "PatchOptions")
        if target.subresource == "scale":
            return self._apply_scale(target, read_applied(body)[0], options)
        content, doubled = read_applied(body, options.validation)
        options.warnings += doubled
        created, obj = self.operations.apply(target.resource, target.namespace, target.name, content, options)
        return Answer(201 if created else 200, self._shown(request, target.resource, obj), options.warnings)

    def _apply_scale(self, target: Target, content: Any, options: Options) -> Answer:
        resource, namespace, name = target.resource, target.namespace, target.name
        live = self.operations.get(resource, namespace, name)
        wanted = scales.applied(resource, live, content, options)
        # no change of a custom resource is stored: the real server fails when it is about to
        fails = resource.custom and scale_of(resource, live)["spec"] != scale_of(resource, wanted)["spec"]
        options.dry_run = options.dry_run or fails
        try:
            _, obj = self.operations.apply(resource, namespace, name, wanted, options)
        except status.ApiError as error:
            raise (scales.conflict(error) if error.code == 409 else error) from None
        if fails:
            raise scales.not_converted(resource, live)
        return Answer(200, scale_of(resource, obj), options.warnings)

    def _delete(self, request: Request, target: Target, body: bytes) -> Answer:
        options = self._delete_options(request, body, target.resource.strategy.delete_warning)
        answer = self.operations.delete(target.resource, target.namespace, target.name, options)
        waits = options.cascades and not options.dry_run and "deletionTimestamp" in mapping(answer.get("metadata"))
        return Answer(202 if waits else 200, self._shown(request, target.resource, answer), options.warnings)

    def _deletecollection(self, request: Request, target: Target, body: bytes) -> Answer:
        matches = self._matches(request, target.resource)
        options = self._delete_options(request, body, target.resource.strategy.delete_warning)
        options.collection = True
        page = self._page(request, target, matches)
        listed = self._listed(request, target.resource, page)
        for key, obj in page.items:
            # all webhooks are asked before anything goes
            self.operations.check_deletion(target.resource, key, obj, options)
        for key, _ in page.items:
            if self.operations.store.get(target.resource.storage, key):
                self.operations.delete(target.resource, key[0], key[1], options)
        return Answer(200, listed, options.warnings)

    def _delete_options(self, request: Request, body: bytes, warning: str) -> DeleteOptions:
        options = delete_options(request, body)
        options.user, options.said = self._user, self._said
        if warning and not (options.propagation or options.cascades):
            options.warnings.append(warning)
        self._warnings = options.warnings
        return options

    async def _watch(self, request: web.BaseRequest, target: Target) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": JSON})
        try:
            with self.lock:
                watch = self._opened(request, target)
                if request.transport is not None:
                    # closing it would wait for a client that does not read
                    watch.give_up = request.transport.abort
        except _Expired as error:
            # the stream is open by then: an expired version is an ERROR event, not a status of the response
            await response.prepare(request)
            await response.write(compact({"type": "ERROR", "object": error.status.body()}) + b"\n")
            return response
        self.watches.add(watch)
        try:
            await response.prepare(request)
            asks = target.resource.strategy.asks
            while not self.closing and (lines := await watch.next()):
                fails = False
                if asks:
                    # a webhook is asked when the event is sent, not by whoever writes
                    lines, fails = await asyncio.to_thread(self._converted_lines, request, target.resource, lines)
                await response.write(lines)
                if fails:
                    break
        except (ConnectionResetError, asyncio.CancelledError):
            log.debug("watch of %s closed by the client", target.resource.plural)
        finally:
            self.watches.discard(watch)
            watch.close()
        return response

    def _opened(self, request: Request, target: Target) -> Watch:
        """Return a watch that has begun. Raises ApiError, and _Expired for a version from which it cannot begin."""
        query, resource, store = request.query, target.resource, self.operations.store
        _version(query.get("resourceVersion", ""))
        matches = self._matches(request, resource, resource.strategy.glimpse)
        options, seconds = list_options(query, watch=True), number(query.get("timeoutSeconds", ""))

        def shown(obj: Manifest) -> Manifest:
            return self._shown(request, resource, self.operations.view(resource, obj))

        show = _as_stored if resource.strategy.asks else shown if accepted(request).form else None
        texts = EventTexts(store.shelf(resource.storage), resource, show)
        try:
            return Watch(store, resource, texts, target.namespace, matches, options, seconds)
        except status.ApiError as error:
            raise _Expired(error) from None

    def _converted_lines(self, request: Request, resource: Resource, lines: bytes) -> tuple[bytes, bool]:
        """Return events with their objects in the version that is watched, and whether that has failed."""
        out = []
        for line in lines.splitlines():
            event = json.loads(line)
            if event["type"] != "BOOKMARK":
                event = self._converted(request, resource, event)
            out.append(compact(event) + b"\n")
            if event["type"] == "ERROR":
                return b"".join(out), True
        return b"".join(out), False

    def _converted(self, request: Request, resource: Resource, event: Manifest) -> Manifest:
        """Return an event with its object in the version that is watched, or the error of that."""
        try:
            obj = resource.strategy.view_now(event["object"])
        except status.ApiError as error:
            return {"type": "ERROR", "object": error.body()}
        return {**event, "object": self._shown(request, resource, obj)}


def _through(view: Callable[[Manifest], Manifest], matches: Matcher | None) -> Matcher | None:
    """Return a test of objects as `view` shows them."""
    return None if matches is None else lambda obj: matches(view(obj))


def _version(text: str) -> int:
    """Return the version that a request for one object or a watch names; 0 for none. Raises ApiError 500."""
    try:
        return parsed_version(text)
    except ValueError as error:
        raise status.ApiError(500, "", str(error)) from None


def _as_stored(obj: Manifest) -> Manifest:
    return obj


class _Expired(Exception):
    """A watch that cannot begin where it was asked to."""

    def __init__(self, error: status.ApiError) -> None:
        super().__init__(error.message)
        self.status = error
