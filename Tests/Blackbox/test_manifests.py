"""The manifests of ops/ for Compose and Kubernetes: what they name exists."""

import re
import subprocess

import pytest
import yaml
from navstate import BINARY, ROOT

FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "ops").rglob("*.yaml"))
COMPOSE, KUBERNETES = ([name for name in FILES if name.endswith(f"{kind}.yaml")] for kind in ("compose", "kubernetes"))


def parts(value, name):
    """All values of members with a name, at any depth."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from [part] if key == name else []
        yield from parts(part, name)


def test_each_image_is_of_this_version_and_each_variable_is_an_option():
    text = "".join((ROOT / name).read_text() for name in COMPOSE + KUBERNETES)
    version = subprocess.run([BINARY, "version"], capture_output=True, text=True, check=True).stdout.split()[1]
    assert set(re.findall(r"image: navstate:(\S+)", text)) == {version}
    options = re.findall(r"(?m)^  --([a-z-]+)", subprocess.run([BINARY, "serve", "--help"], capture_output=True, text=True).stdout)
    variables = {"NAVSTATE_" + name.upper().replace("-", "_") for name in options}
    # That of the token, and one that the Caddyfile reads.
    assert set(re.findall(r"NAVSTATE_[A-Z_]+", text)) <= variables | {"NAVSTATE_ADMIN_TOKEN", "NAVSTATE_UPSTREAM", "NAVSTATE_PORT"}


@pytest.mark.parametrize("name", COMPOSE)
def test_services_and_volumes_of_compose_are_defined_and_mounted_files_exist(name):
    project = yaml.safe_load((ROOT / name).read_text())
    for service in project["services"].values():
        assert set(service.get("depends_on", [])) <= set(project["services"])
        for source in (mount.split(":")[0] for mount in service.get("volumes", [])):
            assert source in project["volumes"] or ((ROOT / name).parent / source).is_file(), source


@pytest.mark.parametrize("name", KUBERNETES)
def test_probes_ports_and_volumes_of_kubernetes_lead_to_what_is_there(name, client):
    documents = list(yaml.safe_load_all((ROOT / name).read_text()))
    pods = [document["spec"]["template"] for document in documents if "template" in document.get("spec", {})]
    containers = [container for pod in pods for container in pod["spec"]["containers"]]
    for probe in parts(containers, "httpGet"):
        assert client.get(probe["path"]).status_code == 200
    ports = {port["name"] for container in containers for port in container["ports"]}
    assert set(parts(containers, "port")) | set(parts(documents, "targetPort")) == ports
    volumes = {claim["metadata"]["name"] for claims in parts(documents, "volumeClaimTemplates") for claim in claims}
    volumes |= {volume["name"] for found in parts(pods, "volumes") for volume in found}
    assert {mount["name"] for mounts in parts(containers, "volumeMounts") for mount in mounts} == volumes
    labels = [pod["metadata"]["labels"] for pod in pods]
    assert all(document["spec"]["selector"] in labels for document in documents if document["kind"] == "Service")
