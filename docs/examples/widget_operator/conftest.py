"""The fixtures of the embedded Kubernetes API."""

pytest_plugins = ["enhancement_kit.cluster.pytest_plugin"]
