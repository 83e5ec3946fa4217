"""What requests to the embedded Kubernetes API have in them: media types, options, paths, headers, right or wrong."""

from __future__ import annotations

from tests.cluster.behaviours import MEDIA as KNOWN

NAMESPACE = "default"
DOCUMENTED = {
    500: b"|".join(
        (
            *(b"failed to create typed patch object", b"failed to convert new object", b"failed to prune fields"),
            *(b"strconv.Parse", b"resourceVersion should not be set on objects to be created"),
            *(b"does not contain declared merge key", b"list element types are not identical", b"unknown patch type"),
            *(b"content is not a list", b"target.name: Required value", b"object has no apiVersion field"),
            *(b"malformed chunked encoding", b"invalid byte in chunk length", b"Precondition failed: UID"),
            *(b"etcdserver: request is too large", b"trying to send message larger than max", b"range is full"),
        )
    ),
    501: b"Unsupported transfer encoding",
    504: b"Too large resource version|Timeout",
    505: b"",
}
"""Statuses from 500 on that a real kube-apiserver answers with, and patterns of what it says then."""
MEDIA = (
    *KNOWN.values(),
    "application/yaml",
    "application/vnd.kubernetes.protobuf",
    "text/plain",
    "",
    "\xff;;=",
    "*/*",
)
ACCEPT = (
    *(
        "*/*",
        "application/json",
        "application/yaml",
        "application/json;as=Table;v=v1;g=meta.k8s.io",
        "text/html",
        ",;q=x",
    ),
    *(
        "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
        "application/vnd.kubernetes.protobuf",
        "\xff",
    ),
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
    *("application/com.github.proto-openapi.spec.v2@v1.0+protobuf", "a/" * 500, "application/json;as=Table;v=v9;g=x"),
)
OPTIONS = (
    *(
        "limit",
        "continue",
        "resourceVersion",
        "resourceVersionMatch",
        "timeoutSeconds",
        "labelSelector",
        "fieldSelector",
    ),
    *("sendInitialEvents", "allowWatchBookmarks", "dryRun", "fieldManager", "fieldValidation", "force", "pretty", "x"),
    *("propagationPolicy", "gracePeriodSeconds", "orphanDependents", "includeObject", "preconditions"),
)
DOCUMENTS = (
    *(
        "/api",
        "/apis",
        "/api/v1",
        "/apis/apps",
        "/apis/example.test/v1",
        "/version",
        "/healthz",
        "/openapi/v2",
        "/openapi/v3",
    ),
    *("/openapi/v3/api/v1", "/openapi/v3/apis/example.test/v1", "/openid/v1/jwks", "/.well-known/openid-configuration"),
    *(
        "/",
        "//",
        "/%",
        "/%00",
        "/api/v1/namespaces/%2e%2e/configmaps",
        "/apis/%ed%a0%80",
        "/api/v1/" + "a/" * 300,
        "*",
        "http://x/",
    ),
)
HEADERS = (
    *(
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked",
        "Content-Length: 0",
        "Content-Length: 99999999",
    ),
    *(
        "Content-Length: x",
        "Content-Encoding: gzip",
        "Expect: 100-continue",
        "Expect: nothing",
        "Connection: keep-alive",
    ),
    *(
        "Upgrade: websocket\r\nConnection: Upgrade",
        "Authorization: Bearer \xff",
        "Authorization: Basic Og==",
        "Host: other",
    ),
    *(
        "Impersonate-User: a",
        "Impersonate-Group: b",
        "Impersonate-User: \xff\r\nImpersonate-Extra-%zz: a",
        "Impersonate-Uid: " + "9" * 5000,
    ),
    *(
        "Cookie: " + "a=b;" * 3000,
        "Range: bytes=0-1",
        "If-None-Match: *",
        "X\x00: y",
        " folded",
        "User-Agent: \xff/1",
        "User-Agent: ",
    ),
)
REVIEWS = (
    (
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "SelfSubjectAccessReview",
        {"resourceAttributes": {"verb": "get", "resource": "pods"}},
    ),
    (
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        "SubjectAccessReview",
        {"user": "u", "nonResourceAttributes": {"path": "/", "verb": "get"}},
    ),
    ("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", "SelfSubjectRulesReview", {"namespace": "default"}),
    ("/apis/authentication.k8s.io/v1/tokenreviews", "TokenReview", {"token": "t", "audiences": ["a"]}),
    (
        f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts/default/token",
        "TokenRequest",
        {"expirationSeconds": 600, "audiences": ["a"]},
    ),
    (f"/api/v1/namespaces/{NAMESPACE}/pods/a/eviction", "Eviction", None),
    (f"/api/v1/namespaces/{NAMESPACE}/pods/a/binding", "Binding", None),
)
