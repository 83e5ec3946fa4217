Feature: Custom endpoints of the Infrastructure specification take effect through its status
  The admin edits the specification on day two. Operators read the status, so that no mistake of the admin reaches them:
  the list is mirrored there once it is valid.

  Background:
    Given a cluster on platform AWS

  Rule: a valid list takes effect

    @CRE-064 @CRE-070
    Scenario: The admin adds endpoints to a cluster that has none
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
    Scenario: The admin changes an endpoint
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
    Scenario: The admin removes one endpoint, then the other, then the whole structure
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
      And the admin sets the AWS settings to absent
      Then it is accepted
      And the custom endpoints in effect are
        | service | url |

  Rule: an invalid list does not take effect

    @CRE-061 @CRE-066
    Scenario: Two endpoints for one service
      When the admin sets the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.local      |
        | s3      | https://s3.local       |
        | ec2     | https://ec2-fips.local |
      Then the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[2].name

    @CRE-065
    Scenario: A URL without a host
      When the admin sets the custom endpoints
        | service | url      |
        | ec2     | https:// |
      Then the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[0].url

    @CRE-062
    Scenario Outline: A URL that is no https one: <url>
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
    Scenario: One invalid entry keeps the valid ones out
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
        | route53 | https://          |
      Then the custom endpoints in effect are
        | service | url |

    @CRE-068
    Scenario: The last valid list stays in effect
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
    Scenario: A corrected list takes effect
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
    Scenario Outline: A URL that asks for more than a host: <url>
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
    Scenario: A URL that ends with a slash takes effect
      When the admin sets the custom endpoints
        | service | url                     |
        | ec2     | https://ec2.custom.url/ |
      Then the custom endpoints in effect are
        | service | url                     |
        | ec2     | https://ec2.custom.url/ |

  Rule: status is a mirror

    @CRE-073
    Scenario: Endpoints that somebody else puts into status are taken back
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When someone puts other custom endpoints into effect
        | service | url                      |
        | ec2     | https://evil.example.com |
      Then it is accepted
      And the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |

    @CRE-062
    Scenario: A URL that is no https one does not stay in status
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When someone puts other custom endpoints into effect
        | service | url                   |
        | ec2     | http://ec2.custom.url |
      Then the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |

    @CRE-054 @CRE-056 @CRE-076 @CRE-077
    Scenario: The region is no setting of the admin, and stays when endpoints change
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then the API knows only serviceEndpoints in the AWS settings
      And the API knows only name, url in the custom endpoint
      And the Infrastructure shows
        | setting    | value     |
        | AWS region | us-east-1 |
      And the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the AWS settings to absent
      Then the Infrastructure shows
        | setting    | value     |
        | AWS region | us-east-1 |

    @CRE-074
    Scenario: What is in effect already is not written again
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged

    @CRE-074
    Scenario: On a platform without AWS nothing is put into effect
      Given a cluster on platform None
      And the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged
      And the custom endpoints in effect are
        | service | url |

    @CRE-176
    Scenario: The list in effect has one entry for a service, whatever the admin does
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

  Rule: the platform specification is optional

    @CRE-059
    Scenario Outline: <what> is accepted
      When the admin sets the AWS settings to <value>
      Then it is accepted
      And the custom endpoints in effect are
        | service | url |
      And no cluster operator is degraded

      Examples:
        | what                        | value  |
        | A specification without AWS | absent |
        | AWS without anything        | empty  |

    @CRE-060
    Scenario: A list of six endpoints is read back
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
    Scenario Outline: An entry without <member> is reported and does not take effect
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
    Scenario Outline: An entry whose <member> is empty does not take effect
      When the admin sets the custom endpoints
        | service | url   |
        | <name>  | <url> |
      Then the custom endpoints in effect are
        | service | url |

      Examples:
        | member | name | url                    |
        | name   | ""   | https://ec2.custom.url |
        | url    | ec2  | ""                     |
