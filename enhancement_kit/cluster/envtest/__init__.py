"""A real kube-apiserver with etcd and the garbage collector, one set per process, and stand-ins for the rest."""

from .envtest_cluster import EnvtestCluster

__all__ = ["EnvtestCluster"]
