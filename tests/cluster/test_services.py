"""Services: defaults, validity, allocation, what may not change."""

from __future__ import annotations

from typing import Any

from .conftest import Http, Reply

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


def test_a_port_added_later_does_not_get_the_health_check_port(http: Http) -> None:
    create(http, type="LoadBalancer", externalTrafficPolicy="Local", ports=[{"name": "h", "port": 80}])
    ports = [{"name": name, "port": port} for name, port in (("h", 80), ("i", 443), ("j", 8443))]
    spec = http("PATCH", PATH + "/s", {"spec": {"ports": ports}}, MERGE).body["spec"]
    assert len({spec["healthCheckNodePort"], *(port["nodePort"] for port in spec["ports"])}) == 4


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
