"""CEL rules of custom resources: the Kubernetes libraries, static checks, evaluation."""
