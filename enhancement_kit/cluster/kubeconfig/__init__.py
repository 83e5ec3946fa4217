"""An existing cluster: the user names its context, and the kit touches only what it made and removes all of it."""

from .cluster import KubeconfigCluster
from .notice import notice

__all__ = ["KubeconfigCluster", "notice"]
