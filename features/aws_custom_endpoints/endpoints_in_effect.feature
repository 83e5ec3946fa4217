Feature: Custom endpoints of the Infrastructure specification take effect through its status
  The admin edits the specification on day two. Operators read the status, so that no mistake of the admin reaches them:
  the list is mirrored there once it is valid.

  Background:
    Given a cluster on platform AWS

  Rule: a valid list of custom endpoints takes effect

    @CRE-055.a @CRE-064 @CRE-070
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
      And the Infrastructure shows
        | setting    | value     |
        | AWS region | us-east-1 |
      And no cluster operator is degraded

    @CRE-055.b @CRE-064 @CRE-071 @CRE-176.a
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

    @CRE-055.c @CRE-064
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

    Scenario Outline: The endpoint URL "<url>", which the API cannot tell from a good one, does not take effect
      When the admin sets the custom endpoints
        | service | url              |
        | s3      | https://s3.local |
        | ec2     | <url>            |
      Then it is accepted
      And the custom endpoints in effect are
        | service | url |
      And a cluster operator is degraded because of spec.platformSpec.aws.serviceEndpoints[1].url

      @CRE-065.a
      Examples: without a host
        | url          |
        | https://     |
        | https://:443 |

      @CRE-065.b
      Examples: no URL
        | url                |
        | https://ec2 local  |
        | https://[ec2.local |

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

    Scenario Outline: One invalid endpoint keeps the valid ones of its list from taking effect: the <place>
      When the admin sets the custom endpoints
        | service | url     |
        | ec2     | <ec2>   |
        | s3      | <s3>    |
        | route53 | <route> |
      Then the custom endpoints in effect are
        | service | url |

      @CRE-067.a
      Examples: the last one
        | place | ec2               | s3               | route    |
        | last  | https://ec2.local | https://s3.local | https:// |

      @CRE-067.b
      Examples: the first one
        | place | ec2      | s3               | route                 |
        | first | https:// | https://s3.local | https://route53.local |

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
    Scenario Outline: What somebody else does to the endpoints in the Infrastructure status is undone: <what>
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc patch infrastructure cluster --subresource=status --type=merge
        -p '{"status": {"platformStatus": {"aws": {"serviceEndpoints": [<endpoints>]}}}}'
        """
      Then it is accepted
      And the custom endpoints in effect are
        | service | url               |
        | ec2     | https://ec2.local |

      Examples:
        | what               | endpoints                                                                                    |
        | another URL        | {"name": "ec2", "url": "https://evil.example.com"}                                           |
        | a further endpoint | {"name": "ec2", "url": "https://ec2.local"}, {"name": "s3", "url": "https://s3.example.com"} |
        | no endpoint        |                                                                                              |

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

    @CRE-074.a
    Scenario: Endpoints that are already in effect are not written again
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged

    @CRE-074.b
    Scenario: Custom endpoints do not take effect on platform None
      Given a cluster on platform None
      And the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged
      And the custom endpoints in effect are
        | service | url |

    @CRE-176.b
    Scenario: The endpoints in effect have one entry for a service after the admin adds another service
      Given the admin has set the custom endpoints
        | service | url             |
        | ec2     | https://ec2.old |
      When the admin sets the custom endpoints
        | service | url              |
        | ec2     | https://ec2.old  |
        | s3      | https://s3.local |
      Then the custom endpoints in effect are
        | service | url              |
        | ec2     | https://ec2.old  |
        | s3      | https://s3.local |

    @CRE-176.c
    Scenario: The endpoints in effect have one entry for a service that the admin lists twice
      Given the admin has set the custom endpoints
        | service | url              |
        | ec2     | https://ec2.old  |
        | s3      | https://s3.local |
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.old   |
        | s3      | https://s3.local  |
        | ec2     | https://ec2.newer |
      Then the custom endpoints in effect are
        | service | url              |
        | ec2     | https://ec2.old  |
        | s3      | https://s3.local |

  Rule: the platform specification is optional, and each endpoint in it has a name and a url

    Scenario Outline: The API server accepts an Infrastructure without endpoints: <what>
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the <setting> to <value>
      Then it is accepted
      And the Infrastructure shows
        | setting   | value   |
        | <setting> | <value> |
      And the custom endpoints in effect are
        | service | url |
      And no cluster operator is degraded

      @CRE-059.a
      Examples: no platformSpec
        | what                      | setting       | value  |
        | No platform specification | platform spec | absent |

      @CRE-059.b
      Examples: no aws
        | what                                 | setting           | value  |
        | A platform specification without AWS | AWS platform spec | absent |

      @CRE-059.c
      Examples: an empty aws
        | what                 | setting           | value |
        | AWS without anything | AWS platform spec | empty |

    Scenario Outline: The Infrastructure has a specification of AWS as the admin has written it: <what>
      When the admin runs
        """
        oc patch infrastructure cluster --type merge -p '{"spec": {"platformSpec": {"aws": {<written>}}}}'
        """
      Then it is accepted
      When the admin runs
        """
        oc get infrastructure cluster -o jsonpath='AWS is {.spec.platformSpec.aws} there'
        """
      Then it prints
        """
        AWS is {<stored>} there
        """

      @CRE-060.b
      Examples: an empty list
        | what          | written                | stored                |
        | An empty list | "serviceEndpoints": [] | "serviceEndpoints":[] |

      @CRE-060.c
      Examples: no list
        | what    | written | stored |
        | No list |         |        |

    @CRE-060.a
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
      When the admin runs
        """
        oc get infrastructure cluster -o jsonpath='{.spec.platformSpec.aws.serviceEndpoints}'
        """
      Then it prints
        """
        [{"name":"ec2","url":"https://ec2.custom.url"},{"name":"elasticloadbalancing","url":"https://elb.custom.url"},
        """
      And it prints
        """
        {"name":"s3","url":"https://s3.custom.url"},{"name":"tagging","url":"https://tagging.custom.url"}]
        """

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
