"""The words with which scenarios list the subnets of an install-config."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.world.vocabulary import subnet_users
from enhancement_kit.world.vocabulary.install_configs import listed, role_problem

PUBLIC, PRIVATE = ("IngressControllerLB", "ControlPlaneExternalLB"), ("ControlPlaneInternalLB", "ClusterNode")


def test_each_side_has_its_roles() -> None:
    found = listed("the public roles on pub-a, pub-b and the private roles on priv-a", "External")
    assert found.roles == {"pub-a": PUBLIC, "pub-b": PUBLIC, "priv-a": PRIVATE}
    assert not found.old_list


def test_required_roles_depend_on_what_the_cluster_publishes() -> None:
    assert listed("all required roles on a", "External").roles == {"a": (*PUBLIC, *PRIVATE)}
    assert listed("all required roles on a", "Internal").roles == {"a": ("IngressControllerLB", *PRIVATE)}


def test_a_subnet_may_be_named_with_several_roles() -> None:
    found = listed("ClusterNode, IngressControllerLB on a and ControlPlaneInternalLB on a", "Internal")
    assert found.roles == {"a": ("ClusterNode", "IngressControllerLB", "ControlPlaneInternalLB")}


def test_a_range_names_a_subnet_in_each_zone() -> None:
    assert list(listed("no roles on pub-a to pub-d, priv-a", "External").roles) == [
        "pub-a", "pub-b", "pub-c", "pub-d", "priv-a",
    ]  # fmt: skip


def test_the_deprecated_list_has_no_roles() -> None:
    found = listed("the deprecated list of subnets pub-a, priv-a", "External")
    assert (found.roles, found.old_list) == ({"pub-a": (), "priv-a": ()}, True)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("the public roles", "names no subnets"),
        ("the pubic roles on pub-a", "'the pubic roles' are no roles; write no roles, the public roles"),
        ("ClusterNode, Node on pub-a", "'ClusterNode, Node' are no roles"),
    ],
)
def test_other_words_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        listed(text, "External")


def test_a_table_takes_known_roles_only() -> None:
    assert role_problem("ClusterNode, IngressControllerLB") is None
    assert role_problem("") is None
    assert (role_problem("ClusterNode, Clusternode") or "").startswith("'Clusternode' is no role; known: ")


def test_a_table_takes_known_users_of_subnets_only() -> None:
    assert subnet_users.problem("machines") is None
    assert subnet_users.problem("the tag Name") is None
    assert "did you mean 'compute machines'?" in (subnet_users.problem("compute machine") or "")
