"""What the requests to AWS are made of: values that are right, by the name of their parameter, and hostile ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_DIGITS = "9" * 5000

HOSTILE = (
    *("", " ", "\0", "\n", "\r\n", "\x7f", "\ufeff", "\ufffe", "\u2028", "é", "e\u0301", "٣", "²", "𝟙", "🜚"),
    *("\ud800", "\udfff\ud800"),
    *("-1", "0", "1e9", "1e400", "nan", "inf", "-0", "0x1F", "1_000", " 1", "+1", "1.5", "2147483648", "-2147483649"),
    *("9223372036854775807", "9223372036854775808", _DIGITS, "-" + _DIGITS, "0." + _DIGITS, "1" + "0" * 300, "true"),
    *("None", "null"),
    *("a" * 300, "a." * 200, "/" * 300, "a" * 20_000, "*", "?" * 300, "*" * 300, "a*" * 100 + "b", "\\", "\\*", "'"),
    *('"', "<", "&", "%", "%zz"),
    *("${jndi:x}", "{0}", "{}", "%s%n", "{{x}}", "../..", "..", ".", "-", "--", "_", ":", "::", "a:b:c:d:e:f"),
    *("arn:aws", "arn:::::::"),
    *("vpc-", "vpc-00000000", "subnet-0123456789abcdef0", "sg-xyz", "eipalloc-", "eipalloc-zz", "i-0", "ami-1"),
    *("rtb-\0", "eni-é"),
    *("10.0.0.0/8", "10.0.0.0/33", "10.0.0.1/16", "0.0.0.0/0", "::/0", "fe80::1%eth0/64", "256.0.0.0/16"),
    *("10.0.0.0/", "/16", "10.0.0.0/-1"),
    *("::ffff:1.2.3.4/128", "1.2.3.4", "1.2.3", "10.0.0.0/" + "9" * 400, "2001:db8::/56", "2001:db8::/129"),
    "10.0.0.0/16,10.1.0.0/16",
    *("us-east-1a", "us-east-1z", "xx-none-9", "us-east-1", "2024-02-30", "0000-00-00T00:00:00Z"),
    *("9999-12-31T23:59:60Z", "2024-01-01T00:00:00Z"),
    *("tcp", "TCP", "-1", "icmp", "58", "HTTP:80/", "HTTP:/", "TCP:99999999", "TCP:x", "HTTPS:443", "SSL:"),
    *("example.com.", "\\052.a.", "a..b"),
    *("aws:x", "AWS:", "tag:", "tag:aws:x", "tag-key", "(a+)+$", "(" * 300, "[", "a{1000}{1000}", "=====", "YQ=="),
    *("YQ", "{", "[]", "[[]]"),
)
"""Texts for any place."""

KEYS = (
    *("Filter.999999999.Name", "Filter.0.Name", "Filter.-1.Name", "Filter.²Name.Value.1", "Filter.1", "Filter"),
    *("Filter..Name", "Filter.1.Name.1"),
    *("Filter.1.Value." + _DIGITS, "Filter." + "1." * 500, "member.1", "Tags.member.1.Key", "Tags.1.Key"),
    *("Tag.1.Value", "DryRun", "Action"),
    *("Version", "MaxResults", "NextToken", "Marker", "PageSize", "AWSAccessKeyId", "Signature"),
    *("X-Amz-Security-Token", "\0", "", "a" * 5000),
    *("ResourceId.1", "VpcId", "SubnetId.1", "TagSpecification.1.Tag.1.Key", "TagSpecification.1.ResourceType"),
    *("\ud800", "IpPermissions.1.FromPort"),
)
"""Names of parameters that a form gets besides its own."""

DOCUMENTS = (
    b"",
    b"\0",
    b"\xff\xfe<\0a\0/\0>\0",
    b"<",
    b"<a>" * 20_000,
    b"<a>" * 200 + b"</a>" * 200,
    b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    b'<?xml version="1.0" encoding="none"?><a/>',
    b'<?xml version="1.1"?><a/>',
    b"<a xmlns:b='c' b:d='e'><b:f/></a>",
    b"<a>&#0;</a>",
    b"<a>&#xD800;</a>",
    b"[" * 20_000,
    b'{"a":' * 20_000,
    b"[" * 200 + b"]" * 200,
    b"{}",
    b"[]",
    b"null",
    b"1e400",
    b"NaN",
    b'"\\ud800"',
    b'{"a":1,"a":2}',
    b"9" * 6000,
    b"\x1f\x8b\x08\x00",
    b"a=b&" * 3000,
    b"&" * 30_000,
    b"=" * 300,
    b"%" * 300,
    b'--x\r\nContent-Disposition: form-data; name="Action"\r\n\r\nDescribeVpcs\r\n--x--\r\n',
)
"""Bodies in the place of the right one."""

HEADERS = (
    *("Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Content-Length: 0"),
    *("Content-Length: 99999999", "Content-Length: x"),
    *("Content-Encoding: gzip", "Expect: 100-continue", "Expect: nothing", "Connection: keep-alive"),
    "Upgrade: websocket\r\nConnection: Upgrade",
    *("Host: other.example", "Host: [", "Origin: http://evil.example", "Origin: null"),
    "Content-Type: multipart/form-data; boundary=x",
    *("Content-Type: application/json", "Content-Type: text/plain", "Content-Type: \xff;;="),
    "Content-Type: application/x-www-form-urlencoded; charset=utf-16",
    *("Cookie: " + "a=b;" * 3000, "Range: bytes=0-1", "X\x00: y", " folded", "X-Amz-Target: a.b"),
    *("X-Amz-Target: \xff", "X-Amz-Date: x"),
    *("Authorization: AWS4-HMAC-SHA256", "Authorization: Basic Og==", "Authorization: \xff"),
    "X-Amz-Security-Token: " + "a" * 5000,
    *("X-Amz-Content-Sha256: UNSIGNED-PAYLOAD", "Accept: \xff", "X-Method-Override: DELETE"),
    *("Accept-Encoding: zstd", "User-Agent: \xff"),
)

_FIXED: Mapping[str, Sequence[str]] = {
    r"CidrIp|Cidr|CidrBlock|DestinationCidrBlock": ("10.0.0.0/16", "10.0.5.0/24", "0.0.0.0/0", "192.168.0.0/24"),
    r"CidrIpv6|DestinationIpv6CidrBlock|Ipv6CidrBlock": ("::/0", "2001:db8::/56", "2001:db8:0:1::/64"),
    r"AvailabilityZones?|ZoneNames?": ("us-east-1a", "us-east-1b"),
    r"RegionNames?|SourceRegion|VPCRegion|Region": ("us-east-1", "eu-west-1"),
    r"Protocol|IpProtocol|InstanceProtocol": ("tcp", "TCP", "-1", "udp", "HTTP", "HTTPS", "TLS"),
    r"LoadBalancerNames?": ("classic", "other", "net"),
    r"DNSName|HostedZoneName": ("example.com.", "a.example.com.", "net.example.org"),
    r"InstanceTypes?": ("m5.large", "t3.micro"),
    r"Scheme": ("internal", "internet-facing"),
    r"(Group|LoadBalancer|Policy|User|Role|TargetGroup)?Names?|RoleSessionName": (
        "a",
        "net",
        "tg",
        "classic",
        "default",
        "vpc-id",
        "state",
    ),
    r"Keys?|TagKeys?|TagKey": ("Name", "kubernetes.io/cluster/c", "a"),
    r"Values?|Description|CallerReference|ClientToken|Comment": (
        "a",
        "b",
        "shared",
        "owned",
        "available",
        "true",
        "60",
        "80",
    ),
    r"Filters?Name": (
        "vpc-id",
        "tag:Name",
        "tag-key",
        "state",
        "subnet-id",
        "availability-zone",
        "group-name",
        "association.main",
    ),
    r"Target|HealthCheckTarget": ("TCP:80", "HTTP:80/healthz"),
    r"PublicIp": ("127.0.0.1", "1.2.3.4"),
    r"PolicyDocument|Policy": ('{"Version":"2012-10-17","Statement":[]}', "{}"),
    r"Type": ("network", "A", "CNAME", "forward"),
    r"ResourceType": ("vpc", "subnet", "hostedzone"),
    r"UserData": ("YQ==",),
}


def right(name: str, known: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return values that a parameter can have: ids of what there is, or fixed ones; empty where nothing fits."""
    for pattern, values in (*known.items(), *_FIXED.items()):
        if re.fullmatch(pattern, name):
            return values
    return ()
