"""Messages and refusals about an existing cluster before a run, without asking the cluster."""

from __future__ import annotations

from enhancement_kit.errors import UsageError

from . import safety_checks
from .access import Access, find_access


def notice(*, kubeconfig: str, context: str, yes_this_cluster: str, processes: int) -> str:
    """Return a line for the head of a run. Raises UsageError as `checked`."""
    access = checked(kubeconfig, context, yes_this_cluster, processes)
    return (
        f"{access.cluster} at {access.server}, context {access.context} of {access.path}; what is made there goes at "
        "the end"
    )


def checked(kubeconfig: str, context: str, yes_this_cluster: str, processes: int) -> Access:
    """Return the access to the cluster, checked as far as possible without asking the cluster.

    Raises UsageError for settings that cannot work, and for a cluster elsewhere that was not confirmed.
    """
    if processes > 1:
        raise UsageError(
            f"cluster kubeconfig is one cluster, and scenarios need it for themselves: run without -n {processes}"
        )
    access = find_access(kubeconfig, context)
    if yes_this_cluster and yes_this_cluster != access.cluster:
        raise UsageError(
            f"--yes-this-cluster {yes_this_cluster}: context {access.context} leads to cluster {access.cluster}"
        )
    safety_checks.check_file(access, yes_this_cluster)
    return access
