"""ekit clean: lists or deletes what runs left in an AWS account."""

from __future__ import annotations

import argparse

from enhancement_kit.errors import HarnessError, UsageError

DESCRIPTION = """\
List what crashed runs of the kit left in an AWS account, by run. With --run and --yes, delete what one run left.
Nothing is touched that does not carry the tag enhancement-conformance-kit with the id of that run.

examples:
  ekit clean --aws-account 123456789012 --region us-east-1
  ekit clean --aws-account 123456789012 --region us-east-1 --run 1a2b3c4d --yes
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--aws-account", required=True, metavar="ID", help="the account that the credentials belong to")
    parser.add_argument("--region", required=True, metavar="NAME", help="the region to search")
    parser.add_argument("--aws-endpoint-url", default="", metavar="URL", help="an endpoint to use instead of AWS's")
    parser.add_argument("--run", default="", metavar="ID", help="the run whose resources are listed or deleted")
    parser.add_argument("--yes", action="store_true", help="delete what --run left instead of only listing it")


def run(arguments: argparse.Namespace) -> int:
    """List or delete leftovers. Raises UsageError, HarnessError."""
    from enhancement_kit.cloud.remote import AccountCloud, sweep

    account = arguments.aws_account
    if not (account.isdigit() and len(account) == 12):
        raise UsageError(f"--aws-account {account}: the id of an account has twelve digits")
    cloud = AccountCloud(aws_account=account, kit_aws_accounts=[account], aws_endpoint_url=arguments.aws_endpoint_url)
    cloud.start()
    runs = cloud.tagged(arguments.region)
    if arguments.run and arguments.run not in runs:
        known = f"there are runs {', '.join(sorted(runs))}" if runs else "nothing is left"
        raise UsageError(f"--run {arguments.run}: this run left nothing in {arguments.region}; {known}")
    if arguments.yes:
        if not arguments.run:
            known = ", ".join(sorted(runs)) or "none"
            raise UsageError(f"--yes needs --run ID, since another run may be at work; there are: {known}")
        found = cloud.leftovers(arguments.region, arguments.run, runs[arguments.run])
        remedy = "the same command tries again"
        sweep.remove(found, remedy=remedy, tell=lambda one: print(f"gone: {one}", flush=True))
        return 0
    unlisted: list[str] = []
    for run in [arguments.run] if arguments.run else sorted(runs):
        left = list(cloud.leftovers(arguments.region, run, runs[run]))
        print(f"run {run}:")
        for one in left:
            print(f"  {one}{f' stays: it {one.stays}' if one.stays else ''}")
        unlisted += [str(one) for one in left if one.is_list]
        deletable = sum(not one.stays for one in left)
        print(f"  {deletable} left; --run {run} --yes takes them away")
    if unlisted:
        raise HarnessError(f"more may be left, since these cannot be listed: {', '.join(unlisted)}")
    if not runs:
        print("nothing is left")
    return 0
