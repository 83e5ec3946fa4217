"""Random CEL rules that compile, over random schemas, for comparing how their cost is estimated."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
_TIMES = "timestamp('2024-01-01T00:00:00Z')"
_PATTERNS = ("'^[a-z]+$'", "'a'", r"r'^[0-9]+(\.[0-9]+)*$'", "'.*'", "'[a-z0-9]([-a-z0-9]*[a-z0-9])?'")
_WORDS = ("''", "'a'", "'abc'", "'längeres'", "'a-b-c-d'", '"quo\\"ted"', r"'\u00e4\n'", "'0123456789' + 'x'")


def schema(rand: random.Random) -> Json:
    """Return an object schema with fields of every type, with random bounds or none."""

    def text(**more: Any) -> Json:
        return {"type": "string", **({"maxLength": rand.randint(0, 40)} if rand.random() < 0.8 else {}), **more}

    def bounded(node: Json, key: str) -> Json:
        return {**node, key: rand.randint(0, 12)} if rand.random() < 0.85 else node

    def items(of: Json) -> Json:
        return bounded({"type": "array", "items": of}, "maxItems")

    def values(of: Json) -> Json:
        return bounded({"type": "object", "additionalProperties": of}, "maxProperties")

    inner: Json = {
        "type": "object",
        "properties": {"a": text(), "n": {"type": "integer"}, "l": items(text()), "m": values(text())},
    }
    if rand.random() < 0.5:
        inner["required"] = ["a"]
    fields: Json = {
        "s": text(),
        "t": text(),
        "e": {"type": "string", "enum": ["A", "Bravo", "Längere"]},
        "u": {"type": "string", "format": "uuid"},
        "y": text(format="byte"),
        "d": {"type": "string", "format": "duration"},
        "w": {"type": "string", "format": "date-time"},
        "i": {"type": "integer"},
        "j": {"type": "integer", "format": "int64"},
        "f": {"type": "number"},
        "b": {"type": "boolean"},
        "x": {"x-kubernetes-int-or-string": True, **({"maxLength": 9} if rand.random() < 0.5 else {})},
        "ls": items(text()),
        "li": items({"type": "integer"}),
        "lls": items(items(text())),
        "lo": items(inner),
        "ms": values(text()),
        "mi": values({"type": "integer"}),
        "mo": values(inner),
        "ml": values(items(text())),
        "o": inner,
        "a-b": text(),
    }
    return {"type": "object", "properties": fields, "required": rand.sample(sorted(fields), 3)}


class Writer:
    """Writes expressions of a wanted type."""

    def __init__(self, rand: random.Random) -> None:
        self.rand = rand
        self.scope: dict[str, list[str]] = {}
        self.names = 0
        for kind, paths in _PATHS.items():
            self.scope[kind] = list(paths)

    def write(self, kind: str, depth: int) -> str:
        """Write an expression."""
        makers = _MAKERS.get(kind, ())
        if depth > 0 and makers and self.rand.random() < 0.8:
            return self.rand.choice(makers)(self, depth - 1)
        leaves = self.scope.get(kind, [])
        if leaves and (self.rand.random() < 0.75 or kind not in _LITERALS):
            return self.rand.choice(leaves)
        return self.rand.choice(_LITERALS[kind])

    def any(self, depth: int, *kinds: str) -> str:
        return self.write(self.rand.choice(kinds), depth)

    def macro(self, of: str, item: str, depth: int, form: str, body: str, *, two: str = "") -> str:
        """Write a macro over a list; `body` is the type of its last argument."""
        self.names += 1
        name, second = f"v{self.names}", f"w{self.names}"
        variables = [(name, two), (second, item)] if two else [(name, item)]
        for variable, kind in variables:
            for known in _BELOW.get(kind, {kind: ("{}",)}).items():
                self.scope.setdefault(known[0], []).extend(p.format(variable) for p in known[1])
        listed = ", ".join(v for v, _ in variables)
        out = form.format(of=of, v=listed, k=name, body=self.write(body, depth), test=self.write("bool", min(depth, 1)))
        for paths in self.scope.values():
            paths[:] = [p for p in paths if p.split(".")[0] not in (name, second)]
        return out


_PATHS: dict[str, tuple[str, ...]] = {
    "string": ("self.s", "self.t", "self.e", "self.u", "self.o.a", "self.a__dash__b", "self.ms['k']", "self.lo[0].a"),
    "bytes": ("self.y",),
    "duration": ("self.d",),
    "timestamp": ("self.w",),
    "int": ("self.i", "self.j", "self.o.n", "self.li[0]", "self.mi['k']", "self.mi.k"),
    "double": ("self.f",),
    "bool": ("self.b", "has(self.s)", "has(self.o.l)", "has(self.ms.k)"),
    "dyn": ("self.x",),
    "strings": ("self.ls", "self.o.l", "self.ml['k']", "self.lls[1]", "self.lo[0].l"),
    "ints": ("self.li",),
    "objects": ("self.lo",),
    "lists": ("self.lls",),
    "object": ("self.o", "self.lo[0]", "self.mo['k']"),
    "texts": ("self.ms", "self.o.m", "self.mo['k'].m"),
    "optional": ("self.?s", "self.?o.a", "self.o.?a", "self.ms[?'k']", "self.ls[?0]"),
}
_BELOW: dict[str, dict[str, tuple[str, ...]]] = {
    "object": {
        "object": ("{}",),
        "string": ("{}.a",),
        "int": ("{}.n",),
        "strings": ("{}.l",),
        "texts": ("{}.m",),
        "bool": ("has({}.a)",),
    },
}
_LITERALS: dict[str, tuple[str, ...]] = {
    "string": _WORDS,
    "bytes": ("b'ab'", r"b'\x00ä'"),
    "duration": ("duration('1h')",),
    "timestamp": (_TIMES,),
    "int": ("0", "1", "-5", "100"),
    "double": ("1.5", "-0.5"),
    "bool": ("true", "false"),
    "strings": ("['a', 'bcd']", "['']"),
    "ints": ("[1, 2, 3]",),
}
Maker = Callable[[Writer, int], str]


def _formed(form: str, *kinds: str) -> Maker:
    """Make expressions by a form whose gaps are filled with expressions of these types."""
    return lambda w, depth: form.format(*(w.write(kind, depth) for kind in kinds))


def _compared(w: Writer, depth: int) -> str:
    kind = w.rand.choice(("string", "int", "double", "bytes", "duration", "timestamp"))
    return f"{w.write(kind, depth)} {w.rand.choice(('<', '<=', '>', '>=', '==', '!='))} {w.write(kind, depth)}"


def _equal(w: Writer, depth: int) -> str:
    kind = w.rand.choice(("strings", "ints", "texts", "object", "objects", "lists", "bool", "string"))
    return f"{w.write(kind, depth)} {w.rand.choice(('==', '!='))} {w.write(kind, depth)}"


def _matched(w: Writer, depth: int) -> str:
    return f"{w.write('string', depth)}.{w.rand.choice(('matches', 'matches'))}({w.rand.choice(_PATTERNS)})"


_LISTS = {"strings": "string", "ints": "int", "objects": "object", "lists": "strings"}


def _quantified(w: Writer, depth: int) -> str:
    kind = w.rand.choice(sorted(_LISTS))
    name = w.rand.choice(("all", "exists", "exists_one"))
    return w.macro(w.write(kind, depth), _LISTS[kind], depth, f"{{of}}.{name}({{v}}, {{body}})", "bool")


def _quantified_two(w: Writer, depth: int) -> str:
    kind = w.rand.choice(sorted(_LISTS))
    name = w.rand.choice(("all", "exists", "existsOne", "exists_one"))
    form = f"{{of}}.{name}({{v}}, {{body}})"
    if w.rand.random() < 0.5:
        return w.macro(w.write("texts", depth), "string", depth, form, "bool", two="string")
    return w.macro(w.write(kind, depth), _LISTS[kind], depth, form, "bool", two="int")


def _keys(w: Writer, depth: int) -> str:
    return w.macro(w.write("texts", depth), "string", depth, "{of}.all({v}, {body})", "bool")


def _mapped(result: str) -> Maker:
    def write(w: Writer, depth: int) -> str:
        kind = w.rand.choice(("strings", "ints", "objects"))
        form = w.rand.choice(("{of}.map({v}, {body})", "{of}.map({v}, {test}, {body})"))
        if w.rand.random() < 0.2:
            form = form.replace("map(", "transformList(")
            return w.macro(w.write(kind, depth), _LISTS[kind], depth, form, result, two="int")
        return w.macro(w.write(kind, depth), _LISTS[kind], depth, form, result)

    return write


def _filtered(kind: str) -> Maker:
    return lambda w, depth: w.macro(w.write(kind, depth), _LISTS[kind], depth, "{of}.filter({v}, {body})", "bool")


def _transformed(w: Writer, depth: int) -> str:
    form = w.rand.choice(("{of}.transformMap({v}, {body})", "{of}.transformMap({v}, {test}, {body})"))
    return w.macro(w.write("texts", depth), "string", depth, form, "string", two="string")


def _optional_map(w: Writer, depth: int) -> str:
    name = w.rand.choice(("optMap", "optMap", "optFlatMap"))
    form = "{of}.optMap({v}, {body})" if name == "optMap" else "{of}.optFlatMap({v}, optional.of({body}))"
    return w.macro(w.write("optional", 0), "string", depth, form, "string")


_CASES: dict[str, tuple[Maker, ...]] = {
    "bool": (
        _compared,
        _compared,
        _equal,
        _matched,
        _quantified,
        _quantified,
        _quantified_two,
        _keys,
        _formed("({0} && {1})", "bool", "bool"),
        _formed("({0} || {1})", "bool", "bool"),
        _formed("({0} ? {1} : {2})", "bool", "bool", "bool"),
        _formed("!({0})", "bool"),
        _formed("{0} in {1}", "string", "strings"),
        _formed("{0} in {1}", "int", "ints"),
        _formed("{0} in {1}", "string", "texts"),
        _formed("{0}.contains({1})", "string", "string"),
        _formed("{0}.startsWith({1})", "string", "string"),
        _formed("{0}.endsWith({1})", "string", "string"),
        _formed("{0}.isSorted()", "strings"),
        _formed("{0}.isSorted()", "ints"),
        _formed("sets.contains({0}, {1})", "strings", "strings"),
        _formed("sets.intersects({0}, {1})", "ints", "ints"),
        _formed("sets.equivalent({0}, {1})", "strings", "strings"),
        _formed("isQuantity({0})", "string"),
        _formed("quantity({0}).isGreaterThan(quantity({1}))", "string", "string"),
        _formed("quantity({0}) == quantity({1})", "string", "string"),
        _formed("isIP({0})", "string"),
        _formed("ip({0}).isLoopback()", "string"),
        _formed("ip({0}) == ip({1})", "string", "string"),
        _formed("ip.isCanonical({0})", "string"),
        _formed("isCIDR({0})", "string"),
        _formed("cidr({0}).containsIP({1})", "string", "string"),
        _formed("cidr({0}).containsIP(ip({1}))", "string", "string"),
        _formed("cidr({0}).containsCIDR({1})", "string", "string"),
        _formed("cidr({0}).containsCIDR(cidr({1}))", "string", "string"),
        _formed("cidr({0}).masked() == cidr({1})", "string", "string"),
        _formed("isURL({0})", "string"),
        _formed("url({0}) == url({1})", "string", "string"),
        _formed("!format.dns1123Label().validate({0}).hasValue()", "string"),
        _formed("format.named('uuid').value().validate({0}).hasValue()", "string"),
        _formed("isSemver({0})", "string"),
        _formed("semver({0}) == semver({1})", "string", "string"),
        _formed("type({0}) == int", "dyn"),
        _formed("type({0}) == string", "dyn"),
        _formed("{0} == {1}", "dyn", "int"),
        _formed("{0} != {1}", "dyn", "string"),
        _formed("{0} < {1}", "dyn", "int"),
        _formed("{0} < {1}", "dyn", "string"),
        _formed("{0} in [1, 2]", "dyn"),
        _formed("{0}.matches('^a+$')", "dyn"),
        _formed("{0}.hasValue()", "optional"),
        _formed("dyn({0}) == dyn({1})", "string", "string"),
        _formed("{{'a': {0}, 'bb': {1}}}.all(zz, zz.size() > 1)", "string", "string"),
    ),
    "string": (
        _formed("({0} + {1})", "string", "string"),
        _formed("{0}.lowerAscii()", "string"),
        _formed("{0}.upperAscii()", "string"),
        _formed("{0}.trim()", "string"),
        _formed("{0}.substring(1)", "string"),
        _formed("{0}.substring(0, {1})", "string", "int"),
        _formed("{0}.charAt(0)", "string"),
        _formed("{0}.replace({1}, {2})", "string", "string", "string"),
        _formed("{0}.replace({1}, {2}, 2)", "string", "string", "string"),
        _formed("{0}.find('a+')", "string"),
        _formed("{0}.join()", "strings"),
        _formed("{0}.join({1})", "strings", "string"),
        _formed("({0} ? {1} : {2})", "bool", "string", "string"),
        _formed("{0}[0]", "strings"),
        _formed("string({0})", "int"),
        _formed("string({0})", "string"),
        _formed("string({0})", "bytes"),
        _formed("string({0})", "dyn"),
        _formed("url({0}).getHost()", "string"),
        _formed("'%s-%d'.format([{0}, {1}])", "string", "int"),
        _formed("strings.quote({0})", "string"),
        _formed("{0}.orValue({1})", "optional", "string"),
        _formed("{0}.value()", "optional"),
        _formed("string(ip({0}))", "string"),
        _formed("{0}.max()", "strings"),
        _formed("[{0}, {1}].filter(q, q != '')[0]", "string", "string"),
    ),
    "bytes": (_formed("bytes({0})", "string"), _formed("({0} + {1})", "bytes", "bytes")),
    "duration": (_formed("duration({0} + '')", "string"),),
    "timestamp": (_formed("timestamp({0} + '')", "string"),),
    "int": (
        _formed("({0} + {1})", "int", "int"),
        _formed("({0} * {1} - {1} % 3)", "int", "int"),
        _formed("-({0})", "int"),
        _formed("size({0})", "string"),
        _formed("{0}.size()", "strings"),
        _formed("{0}.size()", "texts"),
        _formed("{0}.size()", "objects"),
        _formed("{0}.indexOf({1})", "string", "string"),
        _formed("{0}.lastIndexOf({1})", "string", "string"),
        _formed("{0}.indexOf({1})", "strings", "string"),
        _formed("{0}.sum()", "ints"),
        _formed("{0}.max()", "ints"),
        _formed("int({0})", "string"),
        _formed("int({0})", "dyn"),
        _formed("sign(quantity({0}))", "string"),
        _formed("quantity({0}).compareTo(quantity('1Gi').add(quantity({1})))", "string", "string"),
        _formed("semver({0}).major()", "string"),
        _formed("ip({0}).family()", "string"),
        _formed("cidr({0}).prefixLength()", "string"),
        _formed("timestamp({0} + '').getFullYear()", "string"),
        _formed("duration({0} + '').getHours()", "string"),
        _formed("({0} ? {1} : {2})", "bool", "int", "int"),
    ),
    "double": (_formed("({0} + {1})", "double", "double"), _formed("double({0})", "int")),
    "strings": (
        _formed("{0}.split({1})", "string", "string"),
        _formed("{0}.split('-', 3)", "string"),
        _formed("{0}.findAll('[a-z]')", "string"),
        _formed("({0} + {1})", "strings", "strings"),
        _formed("[{0}, {1}]", "string", "string"),
        _formed("({0} ? {1} : {2})", "bool", "strings", "strings"),
        _mapped("string"),
        _filtered("strings"),
        _formed("{0}[0]", "lists"),
    ),
    "ints": (_mapped("int"), _filtered("ints"), _formed("[{0}, {1}]", "int", "int")),
    "objects": (_filtered("objects"),),
    "lists": (_mapped("strings"), _formed("[{0}, {1}]", "strings", "strings")),
    "object": (_formed("{0}[0]", "objects"),),
    "texts": (_transformed, _formed("{{{0}: {1}, 'k': {2}}}", "string", "string", "string")),
    "optional": (_optional_map, _formed("optional.of({0})", "string")),
}
_MAKERS = _CASES


def rule(rand: random.Random, depth: int) -> str:
    """Return a random rule for an object of this module's schema."""
    return Writer(rand).write("bool", depth)
