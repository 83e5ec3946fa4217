"""Components that have most of the rules of custom endpoints, and miss one detail of one."""

from __future__ import annotations

from .source_editing import edited

RULES = "api.service_endpoints"
FIRST = "known = first.setdefault(name, index)"
REPORTED = "report(op, name, str(error))"

MUTANTS = [
    edited(
        "endpoints-are-compared-with-the-one-before",
        "CRE-033.c CRE-066.2",
        "finds a repeated service only where the two entries are neighbours",
        f"{RULES}:duplicates",
        FIRST,
        f"{FIRST}\n        known = known if index - known == 1 else index",
    ),
    edited(
        "endpoints-may-be-said-twice",
        "CRE-033.b",
        "takes an entry that repeats another one word for word",
        f"{RULES}:duplicates",
        "if known != index:",
        'if known != index and endpoints[known].get("url") != endpoint.get("url"):',
    ),
    edited(
        "endpoints-may-be-replaced",
        "CRE-033.a CRE-033.c",
        "takes a further URL of a service",
        f"{RULES}:duplicates",
        "if known != index:",
        'if known != index and endpoints[known].get("url") == endpoint.get("url"):',
    ),
    edited(
        "endpoints-may-be-http",
        "CRE-038",
        "takes a URL without TLS",
        f"{RULES}:other_scheme",
        'if url.scheme == "https"',
        'if url.scheme.startswith("http")',
    ),
    edited(
        "endpoints-get-a-scheme",
        "CRE-039",
        "reads a host without a scheme as https",
        f"{RULES}:url_problem",
        "url = urlsplit(text)",
        'url = urlsplit(text if "://" in text else f"https://{text}")',
    ),
    edited(
        "install-config-takes-unnamed-endpoints",
        "CRE-030",
        "takes an entry without a name",
        "installer.endpoints:endpoints_named",
        "if not endpoint.name:",
        "if endpoint.name is None:",
    ),
    edited(
        "metadata-lists-one-endpoint",
        "CRE-050 CRE-052.2",
        "keeps the first endpoint only",
        "installer.component:metadata_of",
        "aws.service_endpoints)",
        "aws.service_endpoints[:1])",
    ),
    edited(
        "stitching-conflicts-silently",
        "CRE-101 CRE-102 CRE-106",
        "keeps what stops the stitching to itself",
        "config_operator.status:reporting",
        REPORTED,
        'report(op, name, "" if name.startswith("Kube") else str(error))',
    ),
    edited(
        "stitching-falls-back-on-the-admins",
        "CRE-101 CRE-103",
        "passes the admin's text on where it conflicts with the endpoints",
        "config_operator.stitching:with_overrides",
        "check_source(text)",
        "try:\n        check_source(text)\n    except StitchingError:\n        return renamed(source, key)",
    ),
    edited(
        "stitching-waits-for-the-unreachable-only",
        "CRE-106",
        "stitches as soon as one endpoint can be reached",
        "config_operator.cloud_config:unreachable",
        "        if (cause := op.reach(url))\n",
        '        if (cause := op.reach(url)) and all(op.reach(str(e["url"])) for e in endpoints)\n',
    ),
    edited(
        "installer-trusts-any-offer",
        "CRE-136",
        "takes its first candidate as soon as the region offers anything that was asked for",
        "installer.machine_types:chosen",
        'result[place] = next((name for name in CANDIDATES[place] if name in there), "")',
        "known = [name for name in CANDIDATES[place] if name in there]\n"
        '            result[place] = (known or [CANDIDATES[place][0] if there else ""])[0]',
    ),
    edited(
        "installer-takes-any-size-of-a-family",
        "CRE-134 CRE-135",
        "takes the first type of the family that the region offers",
        "installer.machine_types:chosen",
        'result[place] = next((name for name in CANDIDATES[place] if name in there), "")',
        'result[place] = next(iter(sorted(there)), "")',
    ),
    edited(
        "stitching-names-another-config-map",
        "CRE-096",
        "refers to the source in status",
        "config_operator.cloud_config:reconcile",
        '{"name": TARGET_NAME, "key": stitching.KEY}',
        '{"name": str(reference.get("name") or TARGET_NAME), "key": stitching.KEY}',
    ),
]
