"""The limits of requests and of what they make the server hold, each with its source.

kube-apiserver's limits bound what one request costs. Where this server, which is written in Python, bears less than the
real one, or where the real one has no limit, the limit is the kit's own and says so.
"""

from __future__ import annotations

from enhancement_kit.files import aliases

MIB = 1024 * 1024

# bodies

BODY = 3 * MIB
"""Bytes of a body (k8s.io/apiserver, MaxRequestBodyBytes)."""
JSON_DEPTH = 10_000
"""Nested arrays and objects of a JSON document (sigs.k8s.io/json, maxNestingDepth)."""
YAML_DEPTH = 10_000
"""Nested collections of a YAML document (go.yaml.in/yaml/v2, max_flow_level and max_indents)."""
DEPTH = 200
"""Nested arrays and objects of what is handled here; the kit's own.

Python's stack ends long before kube-apiserver's 10,000. The deepest CustomResourceDefinitions have about 60 levels.
"""
EXPANDED = aliases.EXPANDED
"""Bytes of scalars of a YAML document whose aliases are followed; the kit's own. goyaml counts nodes, not bytes."""
QUICK_YAML = 50_000
"""Bytes of YAML that are read at once; the kit's own. Larger ones are read while others are answered."""
PATCH_OPERATIONS = 10_000
"""Operations of a JSON patch (k8s.io/apiserver, maxJSONPatchOperations)."""
PATCH_COPIES = 3 * MIB
"""Bytes that all copies of a JSON patch copy (k8s.io/apiserver, JSONPatchMaxCopyBytes)."""

PATCH_MOVES = 200_000_000
"""Items of lists that all operations of a JSON patch may move when they insert and remove; the kit's own."""
QUANTITY = 1000
"""Digits of a quantity, and its largest exponent; the kit's own. kube-apiserver calculates with any of 32 bits."""

# the storage

ETCD_REQUEST = 3 * MIB // 2
"""Bytes of a write that etcd takes (etcd, DefaultMaxRequestBytes)."""
ETCD_MESSAGE = 2 * MIB
"""Bytes of a write that kube-apiserver sends to etcd (etcd client, defaultMaxCallSendMsgSize)."""

HISTORY_BYTES = 96 * MIB
"""Bytes of the objects in all histories, which watches and pages read; the kit's own. The oldest of the largest go."""
HISTORY_SHARE = MIB // 2
"""Bytes of a history from which on all of them are added up; the kit's own."""

# connections

HEAD = MIB + 4096
"""Bytes of a request's first line and headers (k8s.io/apiserver, MaxHeaderBytes, and what net/http adds)."""
HEAD_SECONDS = 32
"""Seconds to send the first line and the headers (k8s.io/apiserver, ReadHeaderTimeout)."""
IDLE_SECONDS = 90
"""Seconds that a connection stays open without a request (k8s.io/apiserver, IdleTimeout)."""
BODY_SECONDS = 60
"""Seconds to send a body; the kit's own. kube-apiserver waits as long as the client does."""
CONNECTIONS = 1024
"""Connections at a time; the kit's own. Of more, the one that has waited for its client longest gives way."""

# watches

WATCH_EVENTS = 10_000
"""Events that wait for a client; the kit's own. kube-apiserver ends a watch when its buffer is full, too."""
