"""Phrases about what the API knows: its kinds and their fields, beside those of another cluster."""

from __future__ import annotations

from dataclasses import replace

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import World, schema_differences
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from enhancement_kit.world.vocabulary.ingress_controller_words import WORDS
from steps.phrases import phrase


@then(phrase("compared with feature set {other:Name}, the API has only these additional fields"))
@columns("part", "parameter", words={"part": ("spec", "status"), "parameter": WORDS})
def knows_only_more(world: World, other: str, datatable: list[list[str]]) -> None:
    """Check that these fields of IngressControllers are the only differences between the two APIs."""
    served = world.cluster.admin.all("CustomResourceDefinition")
    found = schema_differences.differences(served, world.target.crds(replace(world.cluster.release, feature_set=other)))
    wanted = [".".join((r["part"], *world.cluster.parameters.path(r["parameter"]))) for r in rows(datatable)]
    claim(found == sorted(wanted), f"the difference from {other} is {', '.join(found) or 'nothing'}")
