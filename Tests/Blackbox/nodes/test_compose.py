"""The services of ops/nodes/compose.yaml, each in a root and namespaces of its own."""

from navstate import ADMIN, ROOT, eventually
from nodes.compose import Compose

FILE = ROOT / "ops/nodes/compose.yaml"


def test_services_start_in_their_order_and_the_last_node_and_the_standby_go_on_alone(stack, tmp_path):
    project = Compose(stack, FILE, tmp_path, NAVSTATE_ADMIN_TOKEN=ADMIN, POSTGRES_PASSWORD="s3cret")
    project.up()
    nodes = [project.services[name] for name in project.services if name.startswith("node-")]
    eventually(lambda: all(node.is_healthy() for node in nodes), 60)

    def ask(method, path, body=None, **fields):
        """The content of the response by the proxy, which a client asks again while it is told to."""
        fields["Authorization"] = f"Bearer {ADMIN}"
        return eventually(lambda: (answer := project.ask("nginx", method, path, body, **fields))[0] in (200, 201) and answer[1], 60)

    path = "/v1/sessions/" + ask("POST", "/v1/sessions", {"app": "counter"}, Idempotency_Key="made")["id"]

    def increment(number):
        assert ask("POST", path + "/increment", {}, Idempotency_Key=f"key-{number}")["revision"] == number

    increment(2)
    for number, node in enumerate(nodes[:-1], 3):
        assert node.stop() == 0
        increment(number)
    project.services["primary"].stop()
    assert project.services["standby"].run("pg_ctl", "promote") == 0
    increment(len(nodes) + 2)
    assert nodes[-1].stop() == 0
