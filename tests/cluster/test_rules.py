"""CEL: rules, messages, transition rules, the Kubernetes libraries."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.cluster.embedded.cel.engine import CompileError, EvalError, compile_rule
from enhancement_kit.cluster.embedded.cel.names import escape, unescape
from enhancement_kit.cluster.embedded.fielderrors import NEW_STYLE, OLD_STYLE
from enhancement_kit.cluster.embedded.schema.structural import Schema
from enhancement_kit.cluster.embedded.urls import UrlError, parse_request_uri

from .conftest import CRDS, Http, Json, crd
from .test_validation import errors

TRUE = """
isIP('1.2.3.4') && isIP('::1') && !isIP('1.2.3') && !isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0')
ip('1.2.3.4').family() == 4 && ip('::1').family() == 6
ip.isCanonical('::1') && !ip.isCanonical('0::1')
ip('127.0.0.1').isLoopback() && ip('0.0.0.0').isUnspecified() && ip('8.8.8.8').isGlobalUnicast()
ip('169.254.1.1').isLinkLocalUnicast() && ip('224.0.0.1').isLinkLocalMulticast()
string(ip('0:0::1')) == '::1' && string(cidr('10.1.2.3/8')) == '10.1.2.3/8'
isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0') && !isCIDR('10.0.0.0/33')
cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.0.0.0/8').prefixLength() == 8
cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))
cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))
isURL('https://h/p') && isURL('/p') && !isURL('h/p') && !isURL('https://a b')
url('https://u@h:80/a b%20c?x=1&x=2&y=').getPort() == '80'
url('https://h:80/p').getScheme() == 'https' && url('https://h:80/p').getHost() == 'h:80'
url('https://[::1]:80/p').getHostname() == '::1' && url('https://h/p').getEscapedPath() == '/p'
url('https://h/?x=1&x=2&y=').getQuery() == {'x': ['1', '2'], 'y': ['']}
'abc123'.find('[0-9]+') == '123' && 'abc'.find('[0-9]+') == '' && 'a1b2c3'.findAll('[0-9]') == ['1', '2', '3']
'a1b2c3'.findAll('[0-9]', 2) == ['1', '2']
'héllo'.size() == 5 && 'héllo'.charAt(1) == 'é' && 'hello'.indexOf('l') == 2 && 'hello'.lastIndexOf('l') == 3
'a-b-c'.split('-', 2) == ['a', 'b-c'] && ['a', 'b'].join('-') == 'a-b' && ' x '.trim() == 'x'
'Hello'.lowerAscii() == 'hello' && 'Hello'.upperAscii() == 'HELLO' && 'aaa'.replace('a', 'b', 2) == 'bba'
'hello'.substring(1, 3) == 'el' && 'hello'.substring(5) == '' && 'hello'.substring(0, 5) == 'hello'
'%s is %d'.format(['x', 3]) == 'x is 3'
[1, 2, 3].sum() == 6 && [1, 3, 2].max() == 3 && ['b', 'a'].min() == 'a' && [1, 2].isSorted() && ![2, 1].isSorted()
['a', 'b', 'a'].indexOf('a') == 0 && ['a', 'b', 'a'].lastIndexOf('a') == 2 && [1].indexOf(2) == -1
sets.contains([1, 2], [2]) && sets.equivalent([1, 2], [2, 1]) && !sets.intersects([1], [2])
quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('1.5').add(quantity('500m')).compareTo(quantity('2')) == 0
isQuantity('10Mi') && !isQuantity('10 Mi') && quantity('2').asInteger() == 2 && sign(quantity('50k')) == 1
semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.2.3').minor() == 2
isSemver('1.0.0-rc.1') && !isSemver('1.0') && isSemver('v1.0', true)
semver('1.0.0-rc.1').isLessThan(semver('1.0.0'))
!format.dns1123Label().validate('abc').hasValue() && format.dns1123Label().validate('A').hasValue()
format.dns1123Subdomain().validate('a..b').value().size() > 0
optional.of('x').orValue('y') == 'x' && !optional.none().hasValue() && {'a': 1}.?b.orValue(2) == 2
[1, 2, 3].exists_one(x, x == 2) && [1, 2].map(x, x * 2) == [2, 4] && [1, 2].filter(x, x > 1) == [2]
duration('90s') == duration('1m30s') && timestamp('2020-01-01T00:00:00Z') < timestamp('2021-01-01T00:00:00Z')
""".strip().splitlines()


@pytest.mark.parametrize("rule", TRUE)
def test_libraries(rule: str) -> None:
    program = compile_rule(rule, Schema({"type": "string"}), optional_old=False)
    assert program.run({"self": ""}) is True


FAILURES = [
    ("{'a': 1}.b == 1", "no such key: b"),
    ("[1][1] == 1", "index out of bounds: 1"),
    ("int(self) == 1", "type conversion error from 'string' to 'int'"),
    ("1 / 0 == 1", "division by zero"),
    ("dyn(1) + dyn('a') == 2", "no such overload"),
    (
        "url(self).getHost() == ''",
        'URL parse error during conversion from string: parse "x y": invalid URI for request',
    ),
    (
        "sign(quantity(self)) == 1",
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ),
    ("self.substring(4) == ''", "index out of range: 4"),
    (
        "ip(self).family() == 4",
        'IP Address "x y" parse error during conversion from string: ParseAddr("x y"): unable to parse IP',
    ),
]


@pytest.mark.parametrize(("rule", "text"), FAILURES)
def test_evaluation_errors(rule: str, text: str) -> None:
    program = compile_rule(rule, Schema({"type": "string"}), optional_old=False)
    with pytest.raises(EvalError) as failure:
        program.run({"self": "x y"})
    assert str(failure.value) == text


OBJECT = Schema(
    {
        "type": "object",
        "properties": {
            "s": {"type": "string"},
            "n": {"type": "integer"},
            "d": {"type": "number"},
            "any": {"x-kubernetes-int-or-string": True},
            "l": {"type": "array", "items": {"type": "object", "properties": {"s": {"type": "string"}}}},
            "m": {
                "type": "object",
                "additionalProperties": {"type": "object", "properties": {"s": {"type": "string"}}},
            },
            "namespace": {"type": "string"},
            "a-b": {"type": "string"},
        },
    }
)


@pytest.mark.parametrize(
    "rule",
    [
        "self.s == 'x' || self.n > 3 || self.d >= self.n",
        "self.any == 3 || self.any == 'x'",
        "self.l.all(x, x.s == 'y') && self.m.all(k, self.m[k].s == k)",
        "self.__namespace__ == 'x' && self.a__dash__b == 'y'",
        "has(self.s) ? self.?s.orValue('q') == 'q' : size(self.l) == 0",
        "self.l[0].s == self.l.map(x, x.s)[0] && self.l.filter(x, x.s == 'q')[0].s == 'z'",
        "oldSelf.s == self.s",
    ],
)
def test_rules_that_compile(rule: str) -> None:
    assert compile_rule(rule, OBJECT, optional_old=False).result == "BOOL"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("self.x == 1", "<input>:1:5: undefined field 'x'"),
        ("has(self.x)", "<input>:1:9: undefined field 'x'"),
        ("self.?x.orValue(1) == 1", "undefined field 'x'"),
        ("self.l[0].x == 1", "undefined field 'x'"),
        ("self.m['k'].x == 1", "undefined field 'x'"),
        ("self.l.filter(x, x.s == 'q')[0].x == 1", "undefined field 'x'"),
        ("oldSelf.x == 1", "undefined field 'x'"),
        ("self.s ==\n self.x", "<input>:2:6: undefined field 'x'\n |  self.x\n | .....^"),
        ("self.n.startsWith('x')", "found no matching overload for 'startsWith' applied to '(int, string)'"),
        ("self.l.all(x, x.s > 1)", "found no matching overload for '_>_' applied to '(string, int)'"),
        ("self.s.lowerAscii() == self.n", "found no matching overload for '_==_' applied to '(string, int)'"),
        ("self.s == ", "Syntax error"),
        ("nobody == 1", "undeclared reference to 'nobody'"),
    ],
)
def test_rules_that_do_not_compile(rule: str, text: str) -> None:
    with pytest.raises(CompileError) as failure:
        compile_rule(rule, OBJECT, optional_old=False)
    assert text in str(failure.value)


def ruled(rule: str, kind: str = "string", **more: Any) -> Json:
    return {"a": {"type": kind, "x-kubernetes-validations": [{"rule": rule, **more}]}}


def test_messages_in_both_styles() -> None:
    schema = ruled("self == 'x'", message=" must be x ")
    assert errors(schema, {"a": "y"}) == 'a: Invalid value: "y": must be x'
    assert errors(schema, {"a": "y"}, OLD_STYLE) == 'a: Invalid value: "string": must be x'
    assert errors(ruled("self == 'x'"), {"a": "y"}) == "a: Invalid value: \"y\": failed rule: self == 'x'"
    objects = {
        "a": {"type": "object", "properties": {}, "x-kubernetes-validations": [{"rule": "false", "message": "no"}]}
    }
    assert errors(objects, {"a": {}}) == "a: Invalid value: no"
    assert errors(objects, {"a": {}}, OLD_STYLE) == 'a: Invalid value: "object": no'


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("'got ' + self", 'a: Invalid value: "y": got y'),
        ("''", 'a: Invalid value: "y": plain'),
        ("'two\\nlines'", 'a: Invalid value: "y": plain'),
        ("self.substring(9)", 'a: Invalid value: "y": plain'),
    ],
)
def test_message_expressions(expression: str, wanted: str) -> None:
    schema = ruled("self == 'x'", message="plain", messageExpression=expression)
    assert errors(schema, {"a": "y"}) == wanted


@pytest.mark.parametrize(
    ("reason", "wanted"),
    [
        ("FieldValueForbidden", "a: Forbidden: no"),
        ("FieldValueRequired", "a: Required value: no"),
        ("FieldValueDuplicate", 'a: Duplicate value: "y"'),
        ("FieldValueInvalid", 'a: Invalid value: "y": no'),
    ],
)
def test_reasons(reason: str, wanted: str) -> None:
    assert errors(ruled("self == 'x'", message="no", reason=reason), {"a": "y"}) == wanted


def test_a_field_path_moves_the_error() -> None:
    rule = {"rule": "self.b == 'x'", "message": "no", "fieldPath": ".b"}
    schema: Json = {
        "a": {"type": "object", "properties": {"b": {"type": "string"}}, "x-kubernetes-validations": [rule]}
    }
    assert errors(schema, {"a": {"b": "y"}}) == "a.b: Invalid value: no"


def test_a_failed_evaluation_names_the_type() -> None:
    schema = ruled("int(self) > 3", message="must be more than 3")
    why = "type conversion error from 'string' to 'int'"
    wanted = f'a: Invalid value: "string": {why} evaluating rule: must be more than 3'
    assert errors(schema, {"a": "x"}, NEW_STYLE) == wanted
    assert errors(schema, {"a": "x"}, OLD_STYLE) == wanted


def test_transition_rules() -> None:
    schema = ruled("self == oldSelf", message="is immutable")
    assert errors(schema, {"a": "x"}) == ""
    assert errors(schema, {"a": "x"}, old={}) == "", "nothing to compare with"
    assert errors(schema, {"a": "y"}, old={"a": "x"}) == 'a: Invalid value: "y": is immutable'
    optional = ruled("oldSelf.hasValue() || self == 'first'", message="start with first", optionalOldSelf=True)
    assert errors(optional, {"a": "x"}) == 'a: Invalid value: "x": start with first'
    assert errors(optional, {"a": "x"}, old={"a": "first"}) == ""
    valued = ruled("self == oldSelf.orValue('x')", message="keep", optionalOldSelf=True)
    assert errors(valued, {"a": "y"}, old={"a": "z"}) == 'a: Invalid value: "y": keep'


def test_rules_forgive_what_is_unchanged_unless_they_compare() -> None:
    schema = {**ruled("self == 'x'", message="no"), "b": {"type": "string"}}
    assert errors(schema, {"a": "y", "b": "2"}, old={"a": "y", "b": "1"}) == ""
    assert errors(schema, {"a": "z", "b": "2"}, old={"a": "y", "b": "1"}) == 'a: Invalid value: "z": no'


def test_items_of_lists_with_keys_have_an_old_self_and_sets_have_no_order() -> None:
    item = {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}, "v": {"type": "string"}}}
    rule = [{"rule": "self.v == oldSelf.v", "message": "v stays"}]
    keyed: Json = {
        "l": {
            "type": "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"],
            "items": {**item, "x-kubernetes-validations": rule},
        }
    }
    old = {"l": [{"k": "a", "v": "1"}, {"k": "b", "v": "2"}]}
    assert errors(keyed, {"l": [{"k": "b", "v": "2"}, {"k": "n", "v": "9"}, {"k": "a", "v": "1"}]}, old=old) == ""
    assert errors(keyed, {"l": [{"k": "b", "v": "3"}]}, old=old) == "l[0]: Invalid value: v stays"
    tags: Json = {
        "t": {
            "type": "array",
            "x-kubernetes-list-type": "set",
            "items": {"type": "string"},
            "x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "tags stay"}],
        }
    }
    assert errors(tags, {"t": ["b", "a"]}, old={"t": ["a", "b"]}) == ""
    assert errors(tags, {"t": ["b"]}, old={"t": ["a", "b"]}) == "t: Invalid value: tags stay"


def test_rules_at_the_root_see_name_but_not_labels() -> None:
    rule = [{"rule": "self.metadata.name.startsWith('x')", "message": "start with x"}]
    value = {"apiVersion": "g/v1", "kind": "K", "metadata": {"name": "y", "labels": {}}}
    assert errors({}, value, **{"x-kubernetes-validations": rule}) == "<nil>: Invalid value: start with x"
    root = Schema({"type": "object", "properties": {}})
    root.embedded = True
    with pytest.raises(CompileError, match="undefined field 'labels'"):
        compile_rule("has(self.metadata.labels)", root, optional_old=False)


def test_names_that_are_no_identifiers() -> None:
    for name in ("namespace", "for", "a-b", "a.b", "a/b", "a__b", "plain"):
        escaped = escape(name)
        assert escaped is not None
        assert escaped.replace("_", "").isalnum()
        assert unescape(escaped) == name
    assert escape("1st") is None
    schema = {"namespace": {"type": "string"}}
    rule = {"x-kubernetes-validations": [{"rule": "self.__namespace__ == 'x'", "message": "no"}]}
    assert errors(schema, {"namespace": "x"}, **rule) == ""
    assert errors(schema, {"namespace": "y"}, **rule) == "<nil>: Invalid value: no"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "empty url"),
        ("x", "invalid URI for request"),
        (":x", "missing protocol scheme"),
        ("https://h:x/", 'invalid port ":x" after host'),
        ("https://h:8200#x", 'invalid port ":8200#x" after host'),
        ("https://a b/", 'invalid character " " in host name'),
        ("https://h/%zz", 'invalid URL escape "%zz"'),
        ("https://[::1", "missing ']' in host"),
        ("https://h/\x01", "net/url: invalid control character in URL"),
    ],
)
def test_urls_that_go_refuses(text: str, error: str) -> None:
    with pytest.raises(UrlError) as failure:
        parse_request_uri(text)
    assert str(failure.value).endswith(": " + error)


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("true" + " " * 99_996, ""),
        ("true" + " " * 99_997, "expression code point size exceeds limit: size: 100001, limit 100000"),
        ("(" * 30 + "true" + ")" * 30, ""),
        ("(" * 250 + "true" + ")" * 250, "expression recursion limit exceeded: 250"),
        ("'" + "(" * 300 + "' != ''", ""),
    ],
    ids=["long", "too long", "deep", "too deep", "texts"],
)
def test_the_size_and_depth_of_a_rule(http: Http, rule: str, wrong: str) -> None:
    """Compare with the answers of a real server; a text is not deep."""
    definition = crd({"type": "object", "x-kubernetes-validations": [{"rule": rule}]})
    reply = http("POST", f"{CRDS}?dryRun=All", definition)
    assert (reply.code, reply.message.endswith(f"compilation failed: ERROR: <input>:-1:0: {wrong}")) == (
        (422, True) if wrong else (201, False)
    )
