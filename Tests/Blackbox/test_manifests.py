"""The manifests of ops/ for Compose and Kubernetes: what they name exists."""

import kubernetes_validate
import pytest
import yaml
from navstate import ROOT

COMPOSE, KUBERNETES = (sorted((ROOT / "ops").rglob(f"{kind}.yaml")) for kind in ("compose", "kubernetes"))


@pytest.mark.parametrize("path", COMPOSE, ids=str)
def test_services_and_volumes_of_compose_are_defined_and_mounted_files_exist(path):
    project = yaml.safe_load(path.read_text())
    for service in project["services"].values():
        assert set(service.get("depends_on", [])) <= set(project["services"])
        sources = [mount.split(":")[0] for mount in service.get("volumes", [])]
        assert all(source in project["volumes"] or (path.parent / source).is_file() for source in sources)


@pytest.mark.parametrize("path", KUBERNETES, ids=str)
def test_kubernetes_accepts_the_manifests_and_probes_ports_and_selectors_lead_to_what_is_there(path, client):
    resources = list(yaml.safe_load_all(path.read_text()))
    for resource in resources:
        kubernetes_validate.validate(resource, "1.37", strict=True)
    documents = {resource["kind"]: resource["spec"] for resource in resources}
    pod = next(spec["template"] for spec in documents.values() if "template" in spec)
    container, = pod["spec"]["containers"]
    assert documents["Service"]["selector"] == pod["metadata"]["labels"]
    ports = {port["name"] for port in container["ports"]}
    assert {port["targetPort"] for port in documents["Service"]["ports"]} <= ports
    for probe in [container[name + "Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")]:
        assert probe["port"] in ports and client.get(probe["path"]).status_code == 200
