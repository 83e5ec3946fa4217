"""The controller of IngressControllers: admission, operands, status, deletion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import ApiError, ReconcileError, Result
from ..runtime.events import timestamp
from ..runtime.resources import DEPLOYMENT, DNS_RECORD, EVENT, INGRESS_CONTROLLER, SERVICE
from . import admission, backport, conditions, deployment, dnsrecord, names, parameters, service, status
from . import annotations as service_annotations
from .annotations import Wanted
from .build import Operator
from .cluster_config import Cluster, read_cluster


def reconcile(op: Operator, key: str) -> Result:
    """Reconcile one IngressController. Raises ReconcileError or ApiError to be called again."""
    namespace, _, name = key.partition("/")
    ic = op.store.find(INGRESS_CONTROLLER, namespace, name)
    if ic is None:
        return Result()
    if ic["metadata"].get("deletionTimestamp"):
        return delete(op, ic)
    cluster = read_cluster(op.store)
    if admission.needed(ic):
        return admit(op, ic, cluster)
    if names.FINALIZER not in (ic["metadata"].get("finalizers") or ()):
        finalizers = [*(ic["metadata"].get("finalizers") or ()), names.FINALIZER]
        ic = op.store.patch(INGRESS_CONTROLLER, ic, {"metadata": {"finalizers": finalizers}})
    return ensure_operands(op, ic, cluster)


def admit(op: Operator, ic: dict[str, Any], cluster: Cluster) -> Result:
    """Admit or reject an IngressController; the change of its status triggers the pass that creates operands."""
    others = op.store.objects(INGRESS_CONTROLLER, names.OPERATOR_NAMESPACE)
    new, events = admission.admit(ic, cluster, op.build, others, timestamp(op.clock.now()))
    status.write(op, ic, new)
    for kind, reason, message in events:
        op.recorder.event(ic, kind, reason, message)
    return Result()


def wanted_for(op: Operator, ic: Mapping[str, Any], cluster: Cluster, live: Mapping[str, Any] | None) -> Wanted:
    """Collect the inputs of the operands. With auto-delete no live Service fixes the load balancer type."""
    effective = ic["status"]["endpointPublishingStrategy"]
    kind = parameters.aws_type(effective)
    if live is not None and not service.auto_delete(ic):
        kind = service_annotations.live_type(live)
    return Wanted(ic.get("spec") or {}, effective, cluster, op.build, kind)


def ensure_operands(op: Operator, ic: dict[str, Any], cluster: Cluster) -> Result:
    """Ensure Deployment, Service and DNSRecord; status is written even if one of them failed."""
    name = ic["metadata"]["name"]
    live = op.store.find(SERVICE, names.OPERAND_NAMESPACE, names.router(name))
    wanted = wanted_for(op, ic, cluster, live)
    errors: list[Exception] = []
    router = deployment.ensure(op, ic, wanted)
    record = None
    try:
        live = service.ensure(op, ic, wanted, router)
        record = dnsrecord.ensure(op, ic, live)
    except (ReconcileError, ApiError) as error:
        errors.append(error)
        live = op.store.find(SERVICE, names.OPERAND_NAMESPACE, names.router(name))
    observed = observe(op, ic, wanted_for(op, ic, cluster, live), router, live, record)
    computed = status.compute(ic, wanted_for(op, ic, cluster, live), observed, op.clock.now())
    ic = status.write(op, ic, computed.status)
    backport.capture(op, ic, observed.service)
    if errors:
        raise ReconcileError(str(errors[0])) from errors[0]
    return Result(requeue_after=computed.degradation.requeue_after)


def observe(
    op: Operator,
    ic: Mapping[str, Any],
    wanted: Wanted,
    router: Mapping[str, Any],
    live: Mapping[str, Any] | None,
    record: Mapping[str, Any] | None,
) -> status.Observed:
    """Collect what status is computed from. The Service's events are read only while it has no address."""
    name = ic["metadata"]["name"]
    if live is not None and not service.owned(live, name):
        live = None
    events: list[dict[str, Any]] = []
    if live is not None and not conditions.provisioned(live):
        about = {"involvedObject.uid": live["metadata"]["uid"]}
        events = op.store.fetch_list(EVENT, names.OPERAND_NAMESPACE, fields=about)
    return status.Observed(
        deployment=router,
        service=live,
        desired_service=service.desired_service(name, wanted, router),
        record=record,
        events=events,
    )


def delete(op: Operator, ic: Mapping[str, Any]) -> Result:
    """Delete the operands, the record first; the Service follows its Deployment by owner reference."""
    name = ic["metadata"]["name"]
    record = op.store.find(DNS_RECORD, ic["metadata"]["namespace"], names.wildcard_record(name))
    if record is not None:
        if not record["metadata"].get("deletionTimestamp"):
            op.store.delete(DNS_RECORD, record)
        # the removal of the record triggers this key again
        return Result()
    router = op.store.find(DEPLOYMENT, names.OPERAND_NAMESPACE, names.router(name))
    if router is not None:
        op.store.delete(DEPLOYMENT, router)
        return Result()
    finalizers = [f for f in ic["metadata"]["finalizers"] if f != names.FINALIZER]
    op.store.patch(INGRESS_CONTROLLER, ic, {"metadata": {"finalizers": finalizers}})
    return Result()
