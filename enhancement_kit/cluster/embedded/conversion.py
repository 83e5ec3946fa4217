"""Custom resources of several versions: one is stored, and objects are converted between it and the others.

Without a webhook only the apiVersion changes, and fields go that the other version does not have. With one, a request
that needs a conversion is answered again when the webhook has answered (see `asking`). Whoever asks outside of a
request sees what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from . import conversion_reviews
from .asking import Answer, Ask, Said
from .objects import Manifest, clone, mapping
from .schema import shaping
from .schema.structural import Schema
from .status import ApiError


@dataclass
class Conversions:
    """What all definitions share: whether any has a webhook, and what webhooks have said about the present request."""

    webhooks: set[str] = field(default_factory=set)
    """The definitions that have one."""
    said: Said | None = None

    @property
    def active(self) -> bool:
        """Whether a request may have to ask."""
        return bool(self.webhooks)


class Conversion:
    """Converts the objects of one definition."""

    def __init__(self, desk: Conversions, spec: Manifest, schemas: Mapping[str, Schema]) -> None:
        conversion = mapping(spec.get("conversion"))
        self._desk = desk
        self._schemas = {f"{spec['group']}/{name}": schema for name, schema in schemas.items()}
        self.storage = next(f"{spec['group']}/{v['name']}" for v in spec["versions"] if v.get("storage"))
        self.webhook: Manifest | None = conversion.get("webhook") if conversion.get("strategy") == "Webhook" else None
        self._read: dict[tuple[str, str], tuple[str, Manifest]] = {}
        """What lists and watches have read, by uid and version: the resourceVersion, and the object."""

    def convert(self, obj: Manifest, target: str, turn: str = "read") -> Manifest:
        """Return an object in another version, an apiVersion. Raises ApiError, and Ask.

        `turn` tells the conversions of one object in one request apart.
        """
        if obj["apiVersion"] == target:
            return obj
        if self.webhook is None:
            return self._shaped({**obj, "apiVersion": target}, target, obj["apiVersion"])
        said = self._desk.said
        if said is None:
            return {**obj, "apiVersion": target}
        key = self._key(obj, target, turn, said)
        answer = said.answers.get(key)
        if answer is None:
            raise Ask({key: self._asking(obj, target)})
        return self._answered(obj, answer, target)

    def convert_all(self, objects: Iterable[Manifest], target: str) -> list[Manifest]:
        """Return objects in another version, all of them asked for together. Raises ApiError, and Ask."""
        said = self._desk.said
        if self.webhook is None or said is None:
            return [self.convert(obj, target) for obj in objects]
        missing: dict[Hashable, Callable[[], Answer]] = {}
        out = []
        for obj in objects:
            seen = self.remembered(obj, target)
            if seen is None:
                key = self._key(obj, target, "read", said)
                answer = said.answers.get(key)
                if answer is None:
                    missing[key] = self._asking(obj, target)
                else:
                    seen = self._remember(self._answered(obj, answer, target))
            out.append(seen or obj)
        if missing:
            raise Ask(missing)
        return out

    def convert_now(self, obj: Manifest, target: str) -> Manifest:
        """Return an object in another version, where no lock is held: the webhook is asked at once. Raises ApiError."""
        seen = self.remembered(obj, target)
        if seen is None:
            seen = self._remember(self._answered(obj, self._asking(obj, target)(), target))
        return seen

    def remembered(self, obj: Manifest, target: str) -> Manifest | None:
        """Return what is known of an object in a version without asking."""
        if obj["apiVersion"] == target:
            return obj
        if self.webhook is None:
            return self.convert(obj, target)
        meta = obj["metadata"]
        version, seen = self._read.get((meta["uid"], target), ("", None))
        return seen if version == meta["resourceVersion"] else None

    def _remember(self, seen: Manifest) -> Manifest:
        meta = seen["metadata"]
        self._read[(meta["uid"], seen["apiVersion"])] = (meta["resourceVersion"], seen)
        return seen

    @staticmethod
    def _key(obj: Manifest, target: str, turn: str, said: Said) -> Hashable:
        # times in metadata differ from one attempt to answer a request to the next
        meta = obj["metadata"]
        return (turn, obj["apiVersion"], target, meta.get("uid", said.uid), meta.get("resourceVersion"))

    def _asking(self, obj: Manifest, target: str) -> Callable[[], Answer]:
        # an object that is stored has no resourceVersion
        meta = {key: value for key, value in obj["metadata"].items() if key != "resourceVersion"}
        return partial(conversion_reviews.convert, self.webhook or {}, {**obj, "metadata": meta}, target)

    def _answered(self, obj: Manifest, answer: Answer, target: str) -> Manifest:
        if answer.failure:
            raise ApiError(500, "", answer.failure)
        found = clone(answer.response)
        told = found["metadata"]
        kept = {k: v for k, v in obj["metadata"].items() if k not in ("labels", "annotations")}
        found["metadata"] = kept | {k: told[k] for k in ("labels", "annotations") if k in told}
        return self._shaped(found, target, obj["apiVersion"])

    def _shaped(self, obj: Manifest, target: str, source: str) -> Manifest:
        """Return an object of a version without the fields that the version does not have."""
        schema = self._schemas[target]
        if self.webhook is None:
            if schema is self._schemas.get(source):
                return obj
            obj = clone(obj)
        shaping.prune(obj, schema, "", [], root=True)
        shaping.prune_nulls(obj, schema)
        return obj
