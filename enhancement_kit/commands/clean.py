"""ekit clean: lists or deletes what runs left in an AWS account."""

from __future__ import annotations

import argparse

from enhancement_kit.errors import UsageError

DESCRIPTION = """\
List what crashed runs of the kit left in an AWS account, found by the tag on everything that they created. With --yes,
delete it. Nothing without the tag is touched.

examples:
  ekit clean --aws-account 123456789012 --region us-east-1
  ekit clean --aws-account 123456789012 --region us-east-1 --yes
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--aws-account", required=True, metavar="ID", help="the account that the credentials belong to")
    parser.add_argument("--region", required=True, metavar="NAME", help="the region to search")
    parser.add_argument("--aws-endpoint-url", default="", metavar="URL", help="an endpoint to use instead of AWS's")
    parser.add_argument("--yes", action="store_true", help="delete what is found instead of only listing it")


def run(arguments: argparse.Namespace) -> int:
    """List or delete leftovers. Raises UsageError, HarnessError."""
    from enhancement_kit.cloud.remote import AccountCloud, sweep

    account = arguments.aws_account
    if not (account.isdigit() and len(account) == 12):
        raise UsageError(f"--aws-account {account}: the id of an account has twelve digits")
    cloud = AccountCloud(aws_account=account, kit_aws_accounts=[account], aws_endpoint_url=arguments.aws_endpoint_url)
    cloud.start()
    found = cloud.leftovers(arguments.region)
    if arguments.yes:
        for gone in sweep.remove(found):
            print(f"gone: {gone}")
        return 0
    left = list(found)
    for one in left:
        print(one)
    print(f"{len(left)} left; --yes takes them away" if left else "nothing is left")
    return 0
