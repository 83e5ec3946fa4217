"""The clients that scenarios use: the Kubernetes API, `oc`, `aws`, and load balancers as AWS describes them."""
