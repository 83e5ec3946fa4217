"""What expressions of policies and match conditions see of a write, and whether match conditions are met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..authorization import AlwaysAllow, Attributes, Authorizer
from ..cel.conditions import Condition, Place, Request
from ..cel.engine import CompileError, EvalError
from ..cel.library_authorizer import Judge, authorizer
from ..fielderrors import joined
from ..objects import Manifest
from ..resource import Resource
from ..store import Store
from ..users import User
from .write import NAMESPACES, Write

CONDITIONS = Place()
"""What match conditions of webhooks see."""
_HIDDEN = ("managedFields", "ownerReferences")


class Expressions:
    """Prepares writes for expressions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.authorizer: Authorizer = AlwaysAllow()
        """Who answers what expressions ask `authorizer`."""

    def request(
        self,
        write: Write,
        asked: Resource,
        params: Manifest | None = None,
        variables: Mapping[str, Condition | CompileError] | None = None,
    ) -> Request:
        """Return what expressions are evaluated on."""
        shown = write.request(asked)
        del shown["uid"]
        about = {"group": write.resource.group, "resource": write.resource.plural, "subresource": write.subresource}
        values: dict[str, Any] = {
            **write.objects(asked),
            "request": shown,
            "namespaceObject": self._namespace(write),
            "params": params,
            "authorizer": authorizer({**about, "namespace": write.namespace(), "name": write.name()}),
        }
        return Request(values, self._judge(write.options.user), variables or {})

    def _namespace(self, write: Write) -> Manifest | None:
        if not write.resource.namespaced:
            return None
        found = self._store.get(NAMESPACES, ("", write.key[0]))
        if found is None:
            return None
        meta = {key: value for key, value in found["metadata"].items() if key not in _HIDDEN}
        return {"metadata": meta, "spec": found.get("spec") or {}, "status": found.get("status") or {}}

    def _judge(self, user: User) -> Judge:
        def judge(wanted: Manifest) -> tuple[bool, str]:
            text = {key: value for key, value in wanted.items() if isinstance(value, str)}
            get = text.get
            account = get("account")
            groups = ("system:serviceaccounts", f"system:serviceaccounts:{(account or '').partition(':')[0]}")
            who = User(f"system:serviceaccount:{account}", groups=groups) if account else user
            if path := get("path"):
                return self.authorizer.decide(Attributes(who, text["verb"], path=path))
            parts = (get(part, "") for part in ("group", "resource", "subresource", "namespace", "name"))
            return self.authorizer.decide(Attributes(who, text["verb"], *parts))

        return judge


def meets(conditions: Sequence[Condition], request: Request, *, failing: bool) -> bool:
    """Return whether match conditions are met. `failing`: an evaluation that fails counts. Raises EvalError."""
    errors = []
    for condition in conditions:
        try:
            if request.evaluate(condition) is False:
                return False
        except EvalError as error:
            errors.append(f"expression '{condition.source}' resulted in error: {error}")
    if errors and failing:
        raise EvalError(joined(errors))
    return not errors
