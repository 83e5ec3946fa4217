@document @needs.installer
Feature: The installer's manifests can be customised
  An admin may create the manifests first, edit them or add others, and create the cluster from what then lies in the
  directory. The installer does not validate what an admin wrote.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: values that the admin edits in the manifests reach the cluster

    @ISS-056.a
    Scenario: Load balancers are in the subnets that the admin has written into the manifests
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the manifests
      And the admin edits the manifest of the default IngressController, Classic so that it names pub-b
      And the admin edits the manifest of the internal control plane load balancer so that it names priv-b
      And the admin creates the cluster
      Then it is accepted
      And default has a Classic load balancer in pub-b
      And spec of default shows subnets pub-b
      And the subnets in AWS are
        | for                                      | subnets      |
        | the internal control plane load balancer | priv-b       |
        | the external control plane load balancer | pub-a, pub-b |

    @ISS-056.b @ISS-056.c
    Scenario: Load balancers are in the subnets of the admin's manifests where the install-config lists no roles
      Given an install-config that publishes External, with the deprecated list of subnets pub-a, priv-a, pub-b, priv-b
      When the admin creates the manifests
      And the admin adds the file manifests/default-ingresscontroller.yaml
        """
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata:
          name: default
          namespace: openshift-ingress-operator
        spec:
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
              providerParameters:
                type: AWS
                aws:
                  type: NLB
                  networkLoadBalancer:
                    subnets:
                      ids:
                      - pub-b
        """
      And the admin edits the manifest of the internal control plane load balancer so that it names priv-b
      And the admin edits the manifest of the external control plane load balancer so that it names pub-b
      And the admin creates the cluster
      Then it is accepted
      And default has an NLB load balancer in pub-b
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-b  |
        | the external control plane load balancer | pub-b   |

    @ISS-177
    Scenario: A default IngressController without subnets in its manifest gets those of the Ingress config
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the manifests
      And the admin edits the manifest of the default IngressController, Classic so that it names no subnets
      And the admin creates the cluster
      Then spec of default shows no subnets
      And default has a Classic load balancer in pub-a

  Rule: the installer's manifests name the listed subnets

    @ISS-207
    Scenario: The Ingress config that the installer writes lists subnets by id only
      Given the VPC also has the subnets
        | subnet | zone       | visibility | name  |
        | pub-c  | us-east-2c | public     | front |
        | priv-c | us-east-2c | private    | back  |
      And an install-config that publishes External with
        | subnet | roles                                       |
        | pub-c  | IngressControllerLB, ControlPlaneExternalLB |
        | priv-c | ControlPlaneInternalLB, ClusterNode         |
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                         | subnets |
        | the Ingress config, Classic | pub-c   |
        | the Ingress config, by name | nothing |

    @ISS-290
    Scenario: A single-node cluster gets the same subnets as a larger one
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 0
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the default IngressController, Classic   | pub-a   |
        | the Ingress config, Classic              | pub-a   |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | pub-a   |
        | control plane machines                   | priv-a  |
        | compute machines                         | priv-a  |

    @ISS-300
    Scenario Outline: The bootstrap machine of a cluster that publishes <publish> is on a listed subnet
      Given an install-config that publishes <publish>, with <listed>
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                   | subnets |
        | machines outside the existing network | nothing |

      Examples:
        | publish  | listed                                                    |
        | External | the public roles on pub-a and the private roles on priv-a |
        | Internal | all required roles on priv-a                              |

  Rule: the installer takes a default IngressController of the admin as it is

    @ISS-322 @ISS-323 @ISS-324 @ISS-325 @ISS-326 @ISS-327
    Scenario: A default IngressController that the admin adds to the manifests reaches the cluster as written
      Given an install-config that publishes External, with the deprecated list of subnets pub-a, priv-a
      When the admin creates the manifests
      Then it is accepted
      When the admin adds the file manifests/default-ingresscontroller.yaml
        """
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata:
          name: default
          namespace: openshift-ingress-operator
        spec:
          replicas: 2
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
              providerParameters:
                type: AWS
                aws:
                  type: NLB
                  networkLoadBalancer:
                    subnets:
                      ids:
                      - subnet-09d17e6367aea1305
        """
      And the admin creates the cluster
      Then it is accepted
      And spec of default shows
        | parameter                    | value                    |
        | replicas                     | 2                        |
        | endpoint publishing strategy | LoadBalancerService      |
        | scope                        | External                 |
        | load balancer type           | NLB                      |
        | subnets                      | subnet-09d17e6367aea1305 |
      And spec of default shows no domain
      And status of default shows domain apps.mycluster.kit.example.com
      And default has no load balancer

  Rule: the installer validates the install-config and not the manifests

    @ISS-329.a
    Scenario: The installer accepts a nonexistent subnet in an edited manifest
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the manifests
      And the admin edits the manifest of the default IngressController, Classic so that it names subnet-0123456789abcdef0
      And the admin creates the cluster
      Then it is accepted
      And spec of default shows subnets subnet-0123456789abcdef0
      And default has no load balancer

    @ISS-329.b
    Scenario: The installer refuses a nonexistent subnet in an install-config
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[0].id is subnet-0123456789abcdef0
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of subnet-0123456789abcdef0
      And nothing has changed in AWS
