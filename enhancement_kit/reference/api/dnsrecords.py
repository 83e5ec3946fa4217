"""The CRD dnsrecords.ingress.operator.openshift.io."""

from __future__ import annotations

from typing import Any

from .schema import array, definition, enum, integer, obj, string, string_map


def dnsrecords() -> dict[str, Any]:
    """Build the CRD of the records that the DNS controller publishes."""
    zone_condition = obj(
        {
            "type": string(minLength=1),
            "status": string(minLength=1),
            "reason": string(),
            "message": string(),
            "lastTransitionTime": string(format="date-time"),
        },
        required=("status", "type"),
    )
    zone = obj({"dnsZone": obj({"id": string(), "tags": string_map()}), "conditions": array(zone_condition)})
    return definition(
        group="ingress.operator.openshift.io",
        kind="DNSRecord",
        plural="dnsrecords",
        namespaced=True,
        spec=obj(
            {
                "dnsName": string(minLength=1),
                "targets": array(string(), minItems=1),
                "recordType": enum("CNAME", "A"),
                "recordTTL": integer("int64", minimum=0),
                "dnsManagementPolicy": enum("Managed", "Unmanaged", default="Managed"),
            },
            required=("dnsManagementPolicy", "dnsName", "recordTTL", "recordType", "targets"),
        ),
        status=obj({"observedGeneration": integer("int64"), "zones": array(zone)}),
    )
