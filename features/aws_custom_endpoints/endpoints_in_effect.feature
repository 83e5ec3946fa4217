Feature: Custom endpoints of the Infrastructure specification take effect through its status
  The admin edits the specification on day two. Operators read the status, so that no mistake of the admin reaches them:
  the list is mirrored there once it is valid.

  Background:
    Given a cluster on platform AWS

  Rule: a valid list of custom endpoints takes effect

    @CRE-064 @CRE-070
    Scenario: Custom endpoints take effect in a cluster that had none
      When the admin sets the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
        | s3      | https://s3.custom.url  |
      Then it is accepted
      And the custom endpoints in effect are
        | service | url                    |
        | ec2     | https://ec2.custom.url |
        | s3      | https://s3.custom.url  |
      And no cluster operator is degraded

    @CRE-055 @CRE-064 @CRE-071
    Scenario: A changed custom endpoint takes effect
      Given the admin has set the custom endpoints
        | service | url             |
        | ec2     | https://ec2.old |
      When the admin sets the custom endpoints
        | service | url             |
        | ec2     | https://ec2.new |
      Then it is accepted
      And the custom endpoints in effect are
        | service | url             |
        | ec2     | https://ec2.new |

    @CRE-055 @CRE-064 @CRE-072
    Scenario: Custom endpoints go out of effect when the admin removes one, the rest or the whole structure
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      When the admin sets the custom endpoints
        | service | url              |
        | s3      | https://s3.local |
      Then it is accepted
      And the custom endpoints in effect are
        | service | url              |
        | s3      | https://s3.local |
      When the admin sets the custom endpoints
        | service | url |
      Then it is accepted
      And the custom endpoints in effect are
        | service | url |
      When the admin sets the custom endpoints
        | service | url              |
        | s3      | https://s3.local |
      And the admin sets the AWS platform spec to absent
      Then it is accepted
      And the custom endpoints in effect are
        | service | url |

  Rule: an invalid list of custom endpoints does not take effect

    @CRE-061 @CRE-066
    Scenario: Two endpoints for one service do not take effect and degrade a cluster operator
      When the admin sets the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.local      |
        | s3      | https://s3.local       |
        | ec2     | https://ec2-fips.local |
      Then the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[2].name

    @CRE-065
    Scenario: An endpoint URL without a host does not take effect and degrades a cluster operator
      When the admin sets the custom endpoints
        | service | url      |
        | ec2     | https:// |
      Then the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[0].url

    @CRE-062
    Scenario Outline: The endpoint URL <url>, which is not https, does not take effect
      When the admin sets the custom endpoints
        | service | url   |
        | ec2     | <url> |
      Then the custom endpoints in effect are
        | service | url |

      Examples:
        | url                   |
        | http://ec2.custom.url |
        | ec2.custom.url        |

    @CRE-067
    Scenario: One invalid endpoint keeps the valid ones of its list from taking effect
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
        | route53 | https://          |
      Then the custom endpoints in effect are
        | service | url |

    @CRE-068
    Scenario: The last valid list of endpoints stays in effect when an invalid one follows
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.elsewhere  |
        | ec2     | https://ec2-fips.local |
      Then the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[1].name

    @CRE-069
    Scenario: A corrected list of endpoints takes effect
      Given the admin has set the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.local      |
        | ec2     | https://ec2-fips.local |
      When the admin sets the custom endpoints
        | service | url                    |
        | ec2     | https://ec2-fips.local |
      Then the custom endpoints in effect are
        | service | url                    |
        | ec2     | https://ec2-fips.local |
      And no cluster operator is degraded

    @shipped @CRE-040
    Scenario Outline: The endpoint URL <url>, which names more than a host, does not take effect
      When the admin sets the custom endpoints
        | service | url   |
        | ec2     | <url> |
      Then the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of "<asked>" was provided

      Examples:
        | url                              | asked      |
        | https://ec2.custom.url/something | /something |
        | https://ec2.custom.url?x=1       | /?x=1      |

    @shipped @CRE-040
    Scenario: An endpoint URL that ends with a slash takes effect
      When the admin sets the custom endpoints
        | service | url                     |
        | ec2     | https://ec2.custom.url/ |
      Then the custom endpoints in effect are
        | service | url                     |
        | ec2     | https://ec2.custom.url/ |

  Rule: the Infrastructure status mirrors the valid endpoints of the specification

    @CRE-073
    Scenario: Endpoints that somebody else puts into the Infrastructure status are taken back
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc patch infrastructure cluster --subresource=status --type=merge
        -p '{"status": {"platformStatus": {"aws": {"serviceEndpoints": [{"name": "ec2", "url": "https://evil.example.com"}]}}}}'
        """
      Then it is accepted
      And the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |

    @CRE-062
    Scenario: An endpoint URL that is not https does not stay in the Infrastructure status
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc patch infrastructure cluster --subresource=status --type=merge
        -p '{"status": {"platformStatus": {"aws": {"serviceEndpoints": [{"name": "ec2", "url": "http://ec2.custom.url"}]}}}}'
        """
      Then the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |

    @CRE-054 @CRE-056 @CRE-076 @CRE-077
    Scenario: The AWS region is no setting of the admin and stays when endpoints change
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then the API knows only serviceEndpoints in the AWS platform spec
      And the API knows only name, url in the custom endpoint
      And the Infrastructure shows
        | setting    | value     |
        | AWS region | us-east-1 |
      And the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the AWS platform spec to absent
      Then the Infrastructure shows
        | setting    | value     |
        | AWS region | us-east-1 |

    @CRE-074
    Scenario: Endpoints that are already in effect are not written again
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged

    @CRE-074
    Scenario: Custom endpoints do not take effect on platform None
      Given a cluster on platform None
      And the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged
      And the custom endpoints in effect are
        | service | url |

    @CRE-176
    Scenario: The endpoints in effect have one entry for a service, whatever the admin does
      Given the admin has set the custom endpoints
        | service | url             |
        | ec2     | https://ec2.old |
      When the admin sets the custom endpoints
        | service | url              |
        | ec2     | https://ec2.new  |
        | s3      | https://s3.local |
      Then the custom endpoints in effect are
        | service | url              |
        | ec2     | https://ec2.new  |
        | s3      | https://s3.local |
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.new   |
        | s3      | https://s3.local  |
        | ec2     | https://ec2.newer |
      Then the custom endpoints in effect are
        | service | url              |
        | ec2     | https://ec2.new  |
        | s3      | https://s3.local |

  Rule: the platform specification is optional, and each endpoint in it has a name and a url

    @CRE-059
    Scenario Outline: The API server accepts an Infrastructure without endpoints: <what>
      When the admin sets the AWS platform spec to <value>
      Then it is accepted
      And the custom endpoints in effect are
        | service | url |
      And no cluster operator is degraded

      Examples:
        | what                        | value  |
        | A specification without AWS | absent |
        | AWS without anything        | empty  |

    @CRE-060
    Scenario: A list of six endpoints takes effect as written
      When the admin sets the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
        | s3                   | https://s3.custom.url      |
        | tagging              | https://tagging.custom.url |
      Then it is accepted
      And the custom endpoints in effect are
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
        | s3                   | https://s3.custom.url      |
        | tagging              | https://tagging.custom.url |

    @CRE-172
    Scenario Outline: An endpoint without <member> is reported and does not take effect
      When the admin sets the custom endpoints
        | service | url   |
        | <name>  | <url> |
      Then the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[0].<member>

      Examples:
        | member | name | url                    |
        | name   |      | https://ec2.custom.url |
        | url    | ec2  |                        |

    @CRE-172
    Scenario Outline: An endpoint whose <member> is empty does not take effect
      When the admin sets the custom endpoints
        | service | url   |
        | <name>  | <url> |
      Then the custom endpoints in effect are
        | service | url |

      Examples:
        | member | name | url                    |
        | name   | ""   | https://ec2.custom.url |
        | url    | ec2  | ""                     |
