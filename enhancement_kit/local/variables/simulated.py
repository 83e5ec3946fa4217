"""Variables that moto reads."""

from __future__ import annotations

from enhancement_kit.local.variables.row import CLEARED, MOTO, NOWHERE, SET, Variable, each

MOTO_ROWS = (
    # what the kit needs of moto; each comes before the prefix that clears the others
    Variable(
        "MOTO_EC2_LOAD_DEFAULT_AMIS",
        "moto",
        "every new EC2 backend loads 1,299 images",
        SET,
        MOTO,
        value="false",
        hostile=each("true", "MOTO_EC2_LOAD_DEFAULT_AMIS"),
    ),
    Variable(
        "MOTO_ALLOW_NONEXISTENT_REGION",
        "moto",
        "without it, regions of custom partitions do not exist",
        SET,
        MOTO,
        value="true",
        hostile=each("false", "MOTO_ALLOW_NONEXISTENT_REGION"),
    ),
    Variable(
        "MOTO_*",
        "moto",
        "the account that answers, images, checks of key pairs and types, quotas, recording, other servers",
        CLEARED,
        MOTO,
        hostile=(
            ("MOTO_ACCOUNT_ID", "111111111111"),
            *each(NOWHERE, "MOTO_AMIS_PATH", "MOTO_RECORDER_FILEPATH", "MOTO_LAMBDA_DATA_DIR"),
            *each(
                "true",
                "MOTO_EC2_ENABLE_INSTANCE_TYPE_VALIDATION",
                "MOTO_ENABLE_KEYPAIR_VALIDATION",
                "MOTO_ENABLE_AMI_VALIDATION",
                "MOTO_ENABLE_ISO_REGIONS",
                "MOTO_ENABLE_RECORDING",
                "MOTO_IAM_LOAD_MANAGED_POLICIES",
                "MOTO_PRETTIFY_RESPONSES",
                "MOTO_DISABLE_GLOBAL_CORS",
            ),
            ("MOTO_CALL_RESET_API", "false"),
            ("MOTO_S3_ALLOW_CROSSACCOUNT_ACCESS", "false"),
            *each("no number", "MOTO_MAX_FORM_MEMORY_SIZE", "MOTO_ACM_VALIDATION_WAIT", "MOTO_S3_DEFAULT_MAX_KEYS"),
            ("MOTO_S3_CUSTOM_ENDPOINTS", "http://192.0.2.1"),
            *each("1", "MOTO_PORT", "MOTO_PROXY_PORT"),
            ("MOTO_DOCKER_NETWORK_NAME", "none"),
        ),
    ),
    Variable(
        "INITIAL_NO_AUTH_ACTION_COUNT",
        "moto",
        "refuses calls after so many",
        CLEARED,
        MOTO,
        hostile=each("0", "INITIAL_NO_AUTH_ACTION_COUNT"),
    ),
    *(
        Variable(
            f"TEST_{mode}_*",
            "moto",
            "calls leave the process for another one",
            CLEARED,
            MOTO,
            hostile=((f"TEST_{mode}_MODE", "true"), (f"TEST_{mode}_MODE_ENDPOINT", "http://192.0.2.1")),
        )
        for mode in ("SERVER", "PROXY")
    ),
    *(
        Variable(name, "moto", effect, CLEARED, MOTO, hostile=each(value, name))
        for name, effect, value in (
            ("S3_UPLOAD_PART_MIN_SIZE", "sizes of parts", "no number"),
            ("S3_IGNORE_SUBDOMAIN_BUCKETNAME", "names of buckets", "true"),
            ("SF_EXECUTION_HISTORY_TYPE", "answers of Step Functions", "FAILURE"),
            ("DEFAULT_CONTAINER_REGISTRY", "images of containers", "192.0.2.1"),
            ("TESTS_SKIP_REQUIRES_DOCKER", "moto's own tests", "true"),
            ("MAX_SHARED_ACCOUNTS", "a quota of RDS", "0"),
            ("VALIDATE_LAMBDA_S3", "checks of Lambda", "false"),
        )
    ),
)
