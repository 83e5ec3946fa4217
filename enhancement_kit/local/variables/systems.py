"""Variables that lead to other systems: AWS, the network, clusters; and those of the programs that the kit starts."""

from __future__ import annotations

from enhancement_kit.local.variables.row import (
    AWS,
    CLEARED,
    KUBERNETES,
    NETWORK,
    NOWHERE,
    PROGRAMS,
    PROXY,
    SET,
    Variable,
    each,
)

AWS_ROWS = (
    Variable("AWS_CONFIG_FILE", "botocore", "settings and profiles of the user", SET, AWS, value="/dev/null"),
    Variable("AWS_SHARED_CREDENTIALS_FILE", "botocore", "credentials of the user", SET, AWS, value="/dev/null"),
    Variable(
        "AWS_EC2_METADATA_DISABLED", "botocore", "credentials of the instance that runs the kit", SET, AWS, value="true"
    ),
    Variable(
        "AWS_*",
        "botocore, components",
        "identity, region, endpoints, retries, time-outs, checksums, and what else SDKs of AWS can be told",
        CLEARED,
        AWS,
        hostile=(
            *each("no-such-profile", "AWS_PROFILE", "AWS_DEFAULT_PROFILE"),
            *each("mars-north-1", "AWS_REGION", "AWS_DEFAULT_REGION"),
            *each("http://192.0.2.1", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_EC2", "AWS_ENDPOINT_URL_STS"),
            *each(NOWHERE, "AWS_CA_BUNDLE", "AWS_DATA_PATH", "AWS_CREDENTIAL_FILE", "AWS_WEB_IDENTITY_TOKEN_FILE"),
            *each("true", "AWS_USE_FIPS_ENDPOINT", "AWS_USE_DUALSTACK_ENDPOINT", "AWS_CSM_ENABLED"),
            *each("no-such-mode", "AWS_RETRY_MODE", "AWS_DEFAULTS_MODE", "AWS_ACCOUNT_ID_ENDPOINT_MODE"),
            ("AWS_MAX_ATTEMPTS", "no number"),
            *each("sometimes", "AWS_REQUEST_CHECKSUM_CALCULATION", "AWS_RESPONSE_CHECKSUM_VALIDATION"),
            ("AWS_STS_REGIONAL_ENDPOINTS", "legacy"),
            ("AWS_ACCESS_KEY_ID", "AKIAHOSTILE"),
            ("AWS_SECRET_ACCESS_KEY", "hostile"),
            ("AWS_SESSION_TOKEN", "hostile"),
            ("AWS_ROLE_ARN", "arn:aws:iam::111111111111:role/hostile"),
            ("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://192.0.2.1/"),
            ("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://192.0.2.1/"),
            ("AWS_EXECUTION_ENV", "AWS_Lambda_python3.11"),
            ("AWS_LAMBDA_FUNCTION_NAME", "hostile"),
        ),
    ),
    Variable("BOTO_*", "botocore", "settings of boto", CLEARED, AWS, hostile=(("BOTO_CONFIG", NOWHERE),)),
    Variable(
        "BOTOCORE_*",
        "botocore",
        "code that changes clients",
        CLEARED,
        AWS,
        hostile=(("BOTOCORE_EXPERIMENTAL__PLUGINS", "hostile=no.such.module"),),
    ),
    Variable(
        "_X_AMZN_TRACE_ID", "botocore", "a header of requests", CLEARED, AWS, hostile=(("_X_AMZN_TRACE_ID", "1"),)
    ),
)

NETWORK_ROWS = (
    Variable("NO_PROXY", "requests, kubernetes", "which hosts are asked without a proxy", SET, NETWORK, value="*"),
    *(
        Variable(
            name,
            "urllib, requests, kubernetes, Go",
            "requests go to another machine",
            CLEARED,
            NETWORK,
            hostile=each(PROXY, name, name.lower()),
        )
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "WS_PROXY", "WSS_PROXY")
    ),
    *(
        Variable(name, reader, effect, CLEARED, NETWORK, hostile=each(NOWHERE, name))
        for name, reader, effect in (
            ("SSL_CERT_FILE", "OpenSSL, Go", "which certificate authorities are trusted"),
            ("SSL_CERT_DIR", "OpenSSL, Go", "which certificate authorities are trusted"),
            ("REQUESTS_CA_BUNDLE", "requests, botocore", "which certificate authorities are trusted"),
            ("CURL_CA_BUNDLE", "requests", "which certificate authorities are trusted"),
            ("WEBSOCKET_CLIENT_CA_BUNDLE", "websocket-client", "which certificate authorities are trusted"),
            ("NETRC", "requests, aiohttp", "credentials of the user"),
        )
    ),
)

KUBERNETES_ROWS = (
    Variable(
        "KUBECONFIG",
        "kubernetes, components",
        "which cluster is used",
        CLEARED,
        KUBERNETES,
        hostile=each(NOWHERE, "KUBECONFIG"),
    ),
    Variable(
        "KUBERNETES_*",
        "kubernetes, components",
        "a component takes itself for a Pod of another cluster",
        CLEARED,
        KUBERNETES,
        hostile=(("KUBERNETES_SERVICE_HOST", "192.0.2.1"), ("KUBERNETES_SERVICE_PORT", "443")),
    ),
    *(
        Variable(name, "kubectl", "settings of the user", CLEARED, KUBERNETES, hostile=hostile)
        for name, hostile in (
            ("KUBECTL_*", (("KUBECTL_KUBERC", "true"),)),
            ("KUBERC", (("KUBERC", NOWHERE),)),
            ("KUBECACHEDIR", (("KUBECACHEDIR", NOWHERE),)),
        )
    ),
)

PROGRAMS_ROWS = (
    Variable(
        "KUBE_FEATURE_*",
        "components",
        "feature gates of the Kubernetes client of Go",
        CLEARED,
        PROGRAMS,
        hostile=(("KUBE_FEATURE_WatchListClient", "no boolean"),),
    ),
    Variable(
        "ETCD_*",
        "etcd",
        "every flag of etcd that is not given",
        CLEARED,
        PROGRAMS,
        hostile=(("ETCD_NAME", "hostile"), ("ETCD_QUOTA_BACKEND_BYTES", "1")),
    ),
    *(
        Variable(name, "programs in Go", effect, CLEARED, PROGRAMS, hostile=each(value, name))
        for name, effect, value in (
            ("GODEBUG", "behaviour of Go's library, also of TLS and of DNS", "http2client=0"),
            ("GOGC", "memory and speed", "1"),
            ("GOMEMLIMIT", "memory and speed", "1MiB"),
            ("GOMAXPROCS", "speed", "1"),
        )
    ),
)
