"""Installers that leave something of a destroyed cluster, or take something away that it does not own."""

from __future__ import annotations

from .source_editing import edited

TEARDOWN = "installer.teardown"
IMAGE_GONE = '        aws("ec2", "deregister_image", ImageId=image["ImageId"])'
SNAPSHOTS_GONE = """        for mapping in image["BlockDeviceMappings"]:
            aws("ec2", "delete_snapshot", SnapshotId=mapping["Ebs"]["SnapshotId"])"""
RELEASE = """unshare(aws, infra_id)
    for one in aws("ec2", "describe_addresses")["Addresses"]:
        if "AssociationId" not in one:
            aws("ec2", "release_address", AllocationId=one["AllocationId"])
"""

MUTANTS = [
    edited(
        "installer-deletes-security-groups-before-load-balancers",
        "ISS-361.2 ISS-351.2",
        "deletes security groups while load balancers use them",
        f"{TEARDOWN}:destroy",
        "    delete_load_balancers(aws, tagged)\n",
        "    terminate_instances(aws, infra_id)\n"
        "    delete_security_groups(aws, infra_id)\n"
        "    delete_load_balancers(aws, tagged)\n",
    ),
    edited(
        "installer-deletes-security-groups-before-machines",
        "ISS-361.1 ISS-361.2 ISS-351.2",
        "deletes security groups while machines use them",
        f"{TEARDOWN}:destroy",
        "    terminate_instances(aws, infra_id)\n",
        "    delete_security_groups(aws, infra_id)\n    terminate_instances(aws, infra_id)\n",
    ),
    edited(
        "installer-deletes-target-groups-before-load-balancers",
        "ISS-361.2 ISS-351.2",
        "deletes target groups while load balancers use them",
        f"{TEARDOWN}:delete_load_balancers",
        '            aws("elbv2", "delete_load_balancer", LoadBalancerArn=arn)\n',
        "            for group in groups:\n"
        '                aws("elbv2", "delete_target_group", TargetGroupArn=group["TargetGroupArn"])\n'
        '            aws("elbv2", "delete_load_balancer", LoadBalancerArn=arn)\n',
    ),
    edited(
        "installer-deletes-the-private-zone-before-its-records",
        "ISS-361.3",
        "deletes the private zone while it has records",
        f"{TEARDOWN}:delete_records",
        "        if own or metadata.domain",
        '        if own:\n            aws("route53", "delete_hosted_zone", Id=identifier)\n            continue\n'
        "        if own or metadata.domain",
    ),
    edited(
        "installer-deletes-users-before-their-keys",
        "ISS-361.4",
        "deletes users who still have access keys",
        f"{TEARDOWN}:delete_users",
        'for key in aws("iam", "list_access_keys", UserName=name)["AccessKeyMetadata"]:',
        'for key in aws("iam", "list_access_keys", UserName=name)["AccessKeyMetadata"][:0]:',
    ),
    edited(
        "installer-deletes-snapshots-of-images",
        "ISS-361.1",
        "deletes the snapshot of an image that is still registered",
        "installer.images:deregister",
        f"{IMAGE_GONE}\n{SNAPSHOTS_GONE}",
        f"{SNAPSHOTS_GONE}\n{IMAGE_GONE}",
    ),
    edited(
        "installer-leaves-snapshots",
        "ISS-361.1",
        "deregisters the copy of the image and leaves its snapshot",
        "installer.images:deregister",
        'image["BlockDeviceMappings"]',
        'image["BlockDeviceMappings"][1:]',
    ),
    edited(
        "installer-terminates-one-machine",
        "ISS-361.1",
        "terminates the first machine only",
        f"{TEARDOWN}:terminate_instances",
        "InstanceIds=ids",
        "InstanceIds=ids[:1]",
    ),
    edited(
        "installer-leaves-classic-load-balancers",
        "ISS-361.2 ISS-351.2",
        "deletes network load balancers only",
        f"{TEARDOWN}:delete_load_balancers",
        'found and "/" not in name',
        'found and "/" not in name and name.endswith("-int")',
    ),
    edited(
        "installer-leaves-target-groups",
        "ISS-361.2",
        "deletes load balancers without their target groups",
        f"{TEARDOWN}:delete_load_balancers",
        "for group in groups:",
        "for group in groups[:0]:",
    ),
    edited(
        "installer-leaves-public-records",
        "ISS-361.3",
        "deletes records in the private zone only",
        f"{TEARDOWN}:delete_records",
        'if own or metadata.domain.endswith("." + zone["Name"].rstrip(".")):',
        "if own:",
    ),
    edited(
        "installer-leaves-the-private-zone",
        "ISS-361.3",
        "empties the private zone and leaves it",
        f"{TEARDOWN}:delete_records",
        "        if own:\n",
        "        if False:\n",
    ),
    edited(
        "installer-reads-one-page-of-zones",
        "ISS-361.3",
        "forgets the second page of the account's hosted zones, in which the private zone is",
        f"{TEARDOWN}:delete_records",
        'aws.every("route53", "list_hosted_zones", "HostedZones")',
        'aws("route53", "list_hosted_zones")["HostedZones"]',
    ),
    edited(
        "installer-leaves-users",
        "ISS-361.4",
        "leaves users whose names do not begin with the name of the cluster's infrastructure",
        f"{TEARDOWN}:delete_users",
        'if not _owned(aws("iam", "list_user_tags", UserName=name)["Tags"], infra_id):',
        "if not name.endswith(infra_id):",
    ),
    edited(
        "installer-leaves-buckets",
        "ISS-361.4",
        "deletes buckets named like the cluster only",
        f"{TEARDOWN}:delete_buckets",
        'if ":s3:::" in arn',
        'if arn.endswith(":s3:::bucket")',
    ),
    edited(
        "installer-terminates-foreign-machines",
        "ISS-362.1",
        "terminates the machines of every cluster in the account",
        f"{TEARDOWN}:terminate_instances",
        "Filters=_owned_filter(infra_id)",
        'Filters=[{"Name": "tag-value", "Values": ["owned"]}]',
    ),
    edited(
        "installer-deregisters-foreign-images",
        "ISS-362.1",
        "deregisters all images of the account",
        "installer.images:deregister",
        'Owners=["self"], Filters=filters',
        'Owners=["self"]',
    ),
    edited(
        "installer-deletes-foreign-load-balancers",
        "ISS-362.2 ISS-362.4",
        "looks up what any cluster owns, not just this one",
        f"{TEARDOWN}:owned_resources",
        'TagFilters=[{"Key": CLUSTER_PREFIX + infra_id, "Values": ["owned"]}]',
        "TagFilters=[]",
    ),
    edited(
        "installer-deletes-records-of-similar-domains",
        "ISS-362.3",
        "deletes records whose domain merely ends with that of the cluster",
        f"{TEARDOWN}:_delete_records_below",
        '.endswith("." + domain)',
        ".endswith(domain)",
    ),
    edited(
        "installer-deletes-foreign-zones",
        "ISS-362.3",
        "deletes the private zone of every cluster",
        f"{TEARDOWN}:delete_records",
        "own = wanted.items() <= tags.items()",
        'own = "owned" in tags.values()',
    ),
    edited(
        "installer-deletes-foreign-users",
        "ISS-362.4",
        "deletes the users of every cluster",
        f"{TEARDOWN}:_owned",
        'tag["Key"] == CLUSTER_PREFIX + infra_id',
        'tag["Key"].startswith(CLUSTER_PREFIX)',
    ),
    edited(
        "installer-releases-free-addresses",
        "ISS-362.5",
        "releases every Elastic IP that nobody uses",
        f"{TEARDOWN}:destroy",
        "unshare(aws, infra_id)\n",
        RELEASE,
    ),
    edited(
        "installer-takes-names-off-subnets",
        "ISS-362.6",
        "takes the name of a subnet away together with the tag of the cluster",
        f"{TEARDOWN}:unshare",
        'Tags=[{"Key": key, "Value": value}]',
        'Tags=[{"Key": key}, {"Key": "Name"}]',
    ),
]
