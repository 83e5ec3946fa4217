"""The field paths of a refusal follow the load balancer type of what was sent."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.world.vocabulary import ingress_config_words
from enhancement_kit.world.vocabulary.aliases import Aliases
from enhancement_kit.world.vocabulary.ingress_controller_words import (
    DEFAULT_TYPE,
    Parameters,
    load_balancer_type,
    put,
)
from enhancement_kit.world.vocabulary.refused_fields import fields

PARAMETERS = Parameters(
    frozenset({"IngressControllerLBSubnetsAWS"}), Aliases("subnet", ("subnet-",)), Aliases("Elastic IP", ()), {}
)


def controller(kind: str, part: str = "spec") -> dict[str, Any]:
    found: dict[str, Any] = {}
    put(found, (part, *PARAMETERS.path("load balancer type")), kind)
    return found


def test_the_type_is_that_of_what_was_sent_then_that_of_what_was_stored() -> None:
    patch = {"spec": {"replicas": 2}}
    assert load_balancer_type(controller("NLB"), controller("Classic")) == "NLB"
    assert load_balancer_type(patch, controller("NLB")) == "NLB"
    assert load_balancer_type(patch, None) == DEFAULT_TYPE
    assert load_balancer_type(controller("NLB", "status")) == DEFAULT_TYPE
    assert load_balancer_type(controller("NLB", "status"), part="status") == "NLB"


def test_subnets_are_refused_below_the_type_of_the_load_balancer() -> None:
    [path] = fields("subnets", PARAMETERS, sent=controller("NLB"), stored=None)
    assert path.endswith("aws.networkLoadBalancer.subnets")
    [path] = fields("subnets", PARAMETERS, sent={"spec": {}}, stored=controller("Classic"))
    assert path.endswith("aws.classicLoadBalancer.subnets")


def test_defaults_are_refused_for_each_type_that_was_changed() -> None:
    stored = ingress_config_words.changed(ingress_config_words.fresh(), "NLB", "subnet-1", PARAMETERS)
    sent = ingress_config_words.changed(stored, "Classic", "subnet-2", PARAMETERS)
    [path] = fields("default subnet ids[0]", PARAMETERS, sent=sent, stored=stored)
    assert path.endswith("aws.classicLoadBalancer.subnets.ids[0]")
    assert len(fields("default subnets", PARAMETERS, sent=sent, stored=None)) == 2
    assert "classicLoadBalancer" not in str(stored)


def test_defaults_that_nobody_sent_cannot_be_refused() -> None:
    with pytest.raises(UsageError, match="no default subnets were sent"):
        fields("default subnets", PARAMETERS, sent=None, stored=None)


def test_a_setting_has_one_path() -> None:
    assert fields("platform name", PARAMETERS, sent=None, stored=None) == ["spec.platformSpec.external.platformName"]
