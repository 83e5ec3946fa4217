"""Components that take every partition for the commercial one, or one region of it for another."""

from __future__ import annotations

from .source_editing import edited

CLIENT = "ingress_operator.aws_dns:client"
REGION = "signing_region(ROUTE53, cluster.region) if service in WHERE_ZONES_ARE else cluster.region"
SIGNED = "signing_region(service, region) if endpoint else region"
VALIDATE = "cloud_controller_manager.annotations:validate"
CLASSIC = 'hostname.split(".")[2:3] == ["elb"]'

MUTANTS = [
    edited(
        "operator-looks-up-zones-in-the-commercial-region",
        "CRE-195.a CRE-195.b CRE-195.c CRE-195.e",
        "looks for the tags of hosted zones in us-east-1 whatever the partition",
        CLIENT,
        REGION,
        f'"us-east-1" if service == TAGGING else {REGION}',
    ),
    edited(
        "operator-looks-up-zones-in-its-own-region",
        "CRE-195.a CRE-195.b CRE-195.c CRE-195.d",
        "looks for the tags of hosted zones in the region of the cluster",
        CLIENT,
        REGION,
        f"cluster.region if service == TAGGING else {REGION}",
    ),
    edited(
        "operator-signs-route53-for-its-own-region",
        "CRE-196.b",
        "signs requests to a custom endpoint of Route 53 for the region of the cluster",
        CLIENT,
        REGION,
        f"cluster.region if service == ROUTE53 else {REGION}",
    ),
    edited(
        "operator-signs-route53-for-the-commercial-region",
        "CRE-196.b CRE-196.e",
        "signs requests to Route 53 for us-east-1 whatever the partition",
        CLIENT,
        REGION,
        f'"us-east-1" if service == ROUTE53 else {REGION}',
    ),
    edited(
        "operator-makes-aliases-in-govcloud",
        "CRE-199",
        "makes an alias to the load balancer also where Route 53 has no such aliases",
        "ingress_operator.aws_dns:record_set",
        "if cluster.region.startswith(GOVCLOUD):",
        "if False:",
    ),
    *(
        edited(
            f"installer-signs-{service}-for-its-own-region",
            case,
            f"signs requests to a custom endpoint of {service} for the region of the cluster",
            "installer.endpoints:clients",
            SIGNED,
            f'signing_region(service, region) if endpoint and service != "{service}" else region',
        )
        for service, case in (("route53", "CRE-196.a"), ("iam", "CRE-196.d"))
    ),
    edited(
        "credentials-sign-iam-for-their-own-region",
        "CRE-196.c",
        "signs requests to a custom endpoint of IAM for the region of the cluster",
        "platform_components.aws:client",
        "signing_region(service, region(status))",
        "region(status)",
    ),
    edited(
        "ccm-knows-the-commercial-domain",
        "CRE-197",
        "takes a Classic load balancer for another type where its domain is not that of the commercial partition",
        VALIDATE,
        CLASSIC,
        'hostname.endswith(".elb.amazonaws.com")',
    ),
    edited(
        "ccm-takes-every-name-for-a-classic-one",
        "CRE-197",
        "takes a network load balancer for a Classic one",
        VALIDATE,
        CLASSIC,
        '".elb." in hostname',
    ),
]
