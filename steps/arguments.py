"""Phrases about the arguments with which kubelets and the kube-controller-manager run."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import World, node_registration
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.process_arguments import arguments_of
from steps.phrases import phrase


@then(phrase("the {process:Name} runs without {arguments}"))
def runs_without(world: World, process: str, arguments: str) -> None:
    """Check that none of the arguments has a value; an empty value counts as none (interpretation EXT-A24)."""
    for who, found in arguments_of(world.cluster.admin, process).items():
        given = [f"--{name}={found[name]}" for name in split(arguments) if found.get(name)]
        claim(not given, f"{who} runs with {' '.join(given)}")


@then(phrase("the {process:Name} runs with {argument:Name} {value}"))
def runs_with(world: World, process: str, argument: str, value: str) -> None:
    """Check that the argument has that value on every node where the process runs."""
    for who, found in arguments_of(world.cluster.admin, process).items():
        claim(found.get(argument) == value, f"{who} runs with --{argument}={found.get(argument)}, not {value}")


@then(phrase("a new node has {taints:Taints}"))
def has_taints(world: World, taints: list[str]) -> None:
    """Let a new worker join with the flags that its kubelet gets, and check its taints; `no taints` if it has none."""
    found = [str(taint["key"]) for taint in node_registration.join(world)["spec"].get("taints") or ()]
    claim(found == taints, f"the new node has the taints {found}")
