@needs.installer @needs.aws-endpoints
Feature: The installer reaches and trusts the custom endpoints
  An endpoint that does not answer, or whose certificate the host does not trust, shows before anything is created. What
  is answered does not count: credentials and permissions are another matter.

  Background:
    Given an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |

  Rule: every endpoint is reachable from the host of the installer

    @CRE-035 @CRE-170
    Scenario Outline: An endpoint that <does> is reachable
      Given the endpoint https://ec2.custom.url <does>
      And it has the custom endpoints
        | service | url                    |
        | kms     | https://ec2.custom.url |
      And its subnetsConfig is absent
      When the install-config is validated
      Then it is accepted

      Examples:
        | does        |
        | answers     |
        | answers 403 |
        | answers 404 |
        | answers 500 |

    @CRE-009 @CRE-036
    Scenario Outline: An endpoint that <does> is refused
      Given the endpoint https://kms.custom.url answers
      And the endpoint https://ec2.custom.url <does>
      And it has the custom endpoints
        | service | url                    |
        | kms     | https://kms.custom.url |
        | ec2     | https://ec2.custom.url |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[1].url because of <cause>

      Examples:
        | does                | cause              |
        | refuses connections | connection refused |
        | breaks connections  | connection         |
        | never answers       | timed out          |

    @CRE-036
    Scenario: An endpoint whose host name does not resolve is refused
      Given the endpoint https://ec2.custom.url cannot be reached
      And it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[0].url because of no such host

    @CRE-037.a @CRE-043.b
    Scenario: All unreachable endpoints are reported, and nothing is created
      Given the endpoint https://ec2.custom.url answers
      And the endpoint https://s3.custom.url refuses connections
      And the endpoint https://iam.custom.url cannot be reached
      And it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
        | s3      | https://s3.custom.url  |
        | kms     | https://ec2.custom.url |
        | iam     | https://iam.custom.url |
      When the admin creates the cluster
      Then it is refused because of
        | field                                | names              |
        | platform.aws.serviceEndpoints[1].url | connection refused |
        | platform.aws.serviceEndpoints[3].url | no such host       |
      And nothing has changed in AWS

    @CRE-043.a
    Scenario: An endpoint that no component may use shows before anything is created
      Given it has the custom endpoints
        | service | url                   |
        | s3      | https://s3.custom.url |
        | s3      | https://s3.other.url  |
      When the admin creates the cluster
      Then it is refused because of
        | field                                 | names |
        | platform.aws.serviceEndpoints[1].name | s3    |
      And nothing has changed in AWS

  Rule: the host of the installer trusts every endpoint

    @CRE-041
    Scenario Outline: An endpoint whose certificate <has> is refused
      Given the endpoint https://ec2.custom.url <does>
      And it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[0].url because of <cause>

      Examples:
        | has                 | does                               | cause                   |
        | has expired         | has a certificate that has expired | certificate has expired |
        | is for another host | has a certificate for another host | mismatch                |

      @CRE-170
      Examples: of an authority that the host does not know
        | has                   | does                                      | cause                     |
        | nobody trusted signed | has a certificate of an unknown authority | certificate verify failed |

      @CRE-006
      Examples: signed by itself
        | has                     | does                                           | cause                     |
        | it has signed by itself | has a certificate that it has signed by itself | certificate verify failed |

    @CRE-006
    Scenario: An endpoint cannot bring a certificate authority of its own
      Given it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      And its serviceEndpoints[0].certificateAuthority is self-signed.pem
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[0].certificateAuthority because of unknown field

    @CRE-042
    Scenario: A certificate of a private authority is accepted where the host trusts the authority
      Given the endpoint https://kms.custom.url has a certificate of a private authority
      And it has the custom endpoints
        | service | url                    |
        | kms     | https://kms.custom.url |
      And its subnetsConfig is absent
      When the install-config is validated
      Then it is accepted
