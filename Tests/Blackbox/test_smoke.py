"""The fixtures: a server starts, keeps a session over SIGKILL, and shuts down gracefully."""

from navstate import create, expect


def test_a_session_is_there_after_a_kill(server, client):
    path, _ = create(client)
    expect(client.post(path + "/push", json={"route": "counter"}), 200)
    before = client.get(path).json()
    server.restart()
    assert client.get(path).json() == before
    assert server.stop() == 0
