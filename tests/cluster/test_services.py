"""Services: defaults, validity, allocation, what may not change."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Http, Json, Reply

PATH = "/api/v1/namespaces/default/services"
PORTS = [{"port": 80}]
MERGE = "application/merge-patch+json"


def create(http: Http, name: str = "s", **spec: Any) -> Reply:
    return http("POST", PATH, {"metadata": {"name": name}, "spec": spec})


def test_defaults(http: Http) -> None:
    made = create(http, ports=[{"port": 80}, {"name": "b", "port": 81}][:1]).body
    spec = made["spec"]
    assert made["status"] == {"loadBalancer": {}}
    assert spec["ports"] == [{"port": 80, "protocol": "TCP", "targetPort": 80}]
    assert spec["clusterIPs"] == [spec["clusterIP"]]
    expected = {
        "type": "ClusterIP",
        "sessionAffinity": "None",
        "internalTrafficPolicy": "Cluster",
        "ipFamilies": ["IPv4"],
        "ipFamilyPolicy": "SingleStack",
    }
    assert {k: spec[k] for k in expected} == expected
    assert "externalTrafficPolicy" not in spec


def test_a_load_balancer_gets_node_ports_and_a_health_check_port(http: Http) -> None:
    spec = create(http, type="LoadBalancer", externalTrafficPolicy="Local", ports=PORTS).body["spec"]
    assert 30000 <= spec["ports"][0]["nodePort"] <= 32767
    assert 30000 <= spec["healthCheckNodePort"] <= 32767
    assert spec["healthCheckNodePort"] != spec["ports"][0]["nodePort"]
    assert spec["allocateLoadBalancerNodePorts"] is True
    other = create(http, "t", type="LoadBalancer", ports=PORTS).body["spec"]
    assert other["externalTrafficPolicy"] == "Cluster"
    assert "healthCheckNodePort" not in other
    assert other["ports"][0]["nodePort"] not in (spec["ports"][0]["nodePort"], spec["healthCheckNodePort"])
    assert other["clusterIP"] != spec["clusterIP"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({}, "spec.ports: Required value"),
        ({"ports": [{"port": 0}]}, "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive"),
        ({"ports": [{"port": 80}, {"port": 81}]}, "spec.ports[0].name: Required value"),
        ({"ports": [{"name": "a", "port": 80}, {"name": "a", "port": 81}]}, 'spec.ports[1].name: Duplicate value: "a"'),
        ({"ports": PORTS, "type": "Wrong"}, 'spec.type: Unsupported value: "Wrong": supported values: "ClusterIP", '),
        (
            {"ports": PORTS, "externalTrafficPolicy": "Local"},
            'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
        ),
        (
            {"ports": PORTS, "type": "LoadBalancer", "externalTrafficPolicy": "Maybe"},
            'spec.externalTrafficPolicy: Unsupported value: "Maybe": supported values: "Cluster", "Local"',
        ),
        (
            {"ports": PORTS, "type": "LoadBalancer", "loadBalancerSourceRanges": ["x"]},
            'spec.loadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value',
        ),
        (
            {"ports": PORTS, "loadBalancerClass": "x"},
            "spec.loadBalancerClass: Forbidden: may only be used when `type` is",
        ),
        (
            {"ports": [{"port": 80, "nodePort": 80}], "type": "NodePort"},
            "spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range",
        ),
        ({"ports": [{"port": 80, "nodePort": 30000}]}, "spec.ports[0].nodePort: Forbidden: may not be used when"),
        ({"ports": PORTS, "sessionAffinity": "Always"}, 'spec.sessionAffinity: Unsupported value: "Always"'),
        ({"type": "ExternalName"}, "spec.externalName: Required value"),
    ],
)
def test_refusals(http: Http, spec: Json, message: str) -> None:
    answer = create(http, **spec)
    assert answer.code == 422
    assert f'Service "s" is invalid: {message}' in answer.message or message in answer.message


def test_a_node_port_or_address_in_use_is_refused(http: Http) -> None:
    first = create(http, "a", type="NodePort", ports=PORTS).body["spec"]
    port = first["ports"][0]["nodePort"]
    taken = create(http, "b", type="NodePort", ports=[{"port": 80, "nodePort": port}])
    assert taken.message.endswith(f"spec.ports[0].nodePort: Invalid value: {port}: provided port is already allocated")
    assert "already allocated" in create(http, "c", ports=PORTS, clusterIP=first["clusterIP"]).message


def test_allocated_values_survive_an_update_that_leaves_them_out(http: Http) -> None:
    before = create(http, type="LoadBalancer", externalTrafficPolicy="Local", ports=[{"name": "h", "port": 80}]).body
    body = {
        "metadata": {"name": "s"},
        "spec": {"type": "LoadBalancer", "externalTrafficPolicy": "Local", "ports": [{"name": "h", "port": 8080}]},
    }
    after = http("PUT", PATH + "/s", body).body
    for key in ("clusterIP", "clusterIPs", "healthCheckNodePort"):
        assert after["spec"][key] == before["spec"][key]
    assert after["spec"]["ports"][0]["nodePort"] == before["spec"]["ports"][0]["nodePort"]
    assert after["spec"]["ports"][0]["port"] == 8080


def test_the_cluster_ip_and_the_class_may_not_change(http: Http) -> None:
    create(http, type="LoadBalancer", loadBalancerClass="one/class", ports=PORTS)
    answer = http("PATCH", PATH + "/s", {"spec": {"clusterIP": "10.96.5.5", "clusterIPs": ["10.96.5.5"]}}, MERGE)
    assert answer.message.endswith('spec.clusterIPs[0]: Invalid value: ["10.96.5.5"]: may not change once set')
    answer = http("PATCH", PATH + "/s", {"spec": {"loadBalancerClass": "two/class"}}, MERGE)
    assert answer.message.endswith('spec.loadBalancerClass: Invalid value: "two/class": may not change once set')


def test_another_type_drops_what_it_has_no_use_for(http: Http) -> None:
    create(http, type="LoadBalancer", externalTrafficPolicy="Local", ports=PORTS)
    after = http("PATCH", PATH + "/s", {"spec": {"type": "ClusterIP"}}, MERGE)
    assert after.code == 200, after.message
    for key in ("healthCheckNodePort", "externalTrafficPolicy", "allocateLoadBalancerNodePorts"):
        assert key not in after.body["spec"]
    assert "nodePort" not in after.body["spec"]["ports"][0]


def test_the_status_is_written_on_its_own(http: Http) -> None:
    create(http, type="LoadBalancer", ports=PORTS)
    ingress = {"status": {"loadBalancer": {"ingress": [{"hostname": "lb.example.test"}]}}}
    assert http("PATCH", PATH + "/s", ingress, MERGE).body["status"] == {"loadBalancer": {}}
    assert http("PATCH", PATH + "/s/status", ingress, MERGE).body["status"] == ingress["status"]
    create(http, "plain", ports=PORTS)
    assert "may only be used when `spec.type`" in http("PATCH", PATH + "/plain/status", ingress, MERGE).message
