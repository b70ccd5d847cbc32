"""The fixtures: a server starts, keeps a session over SIGKILL, and shuts down gracefully."""

from navstate import create


def test_a_session_is_there_after_a_kill(server, client):
    path, _ = create(client)
    assert client.post(path + "/push", json={"route": "counter"}).status_code == 200
    before = client.get(path).json()
    server.kill()
    server.start()
    assert client.get(path).json() == before
    assert server.stop() == 0
