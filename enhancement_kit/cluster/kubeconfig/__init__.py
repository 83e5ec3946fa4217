"""An existing cluster: the user names its context, and the kit touches only what it made and removes all of it."""

from .existing_cluster import KubeconfigCluster
from .run_header import notice

__all__ = ["KubeconfigCluster", "notice"]
