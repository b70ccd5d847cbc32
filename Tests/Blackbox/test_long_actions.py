"""Reading a very long action takes memory in proportion to its length: in history, export, import and check."""

import pytest
from navstate import MIB, report
from test_check import check
from test_history_size import notes

LONGEST = MIB - 200
VALUES = {
    "spaces": "1" + " " * LONGEST,
    "text": '"' + "x" * LONGEST + '"',
    "numbers": "[" + "1," * (LONGEST // 2 - 2) + "1]",
    "lists": "[" + "[]," * (LONGEST // 3 - 2) + "[]]",
}
# The text in a few copies; or the value of each number and list, of which each takes two or three bytes of text.
MULTIPLES = {"spaces": 8, "text": 24, "numbers": 64, "lists": 64}


def growth(server, body):
    """The peak memory of a request, in bytes above the memory before, and its response."""
    server.reset_peak_memory()
    before = server.memory()
    answer = body()
    assert answer.status_code in (200, 201), answer.text[:300]
    return server.memory("VmHWM") - before, answer


@pytest.mark.parametrize("kind", VALUES)
def test_one_long_action_takes_memory_in_proportion(new_server, kind):
    server = new_server("--log-level", "warning")
    action = ('{"actions":[{"type":"setState","state":{"a":' + VALUES[kind] + '}},'
              '{"type":"setState","state":{"a":null,"b":1}}]}')
    peaks = {}
    with server.client() as client:
        path = notes(client, {})
        assert server.stop() == 0
        check_before = check(server)[2]
        server.start()
        answer = client.post(path + "/actions", content=action, headers={
            "Content-Type": "application/json", "Prefer": "return=minimal"})
        assert answer.status_code == 200, answer.text[:300]
        server.stop()
        output, status, peak = check(server)
        assert (output, status) == ("1 session, 0 damaged\n", 0)
        peaks["check"] = peak - check_before
        server.start()
        client.get(path)
        peaks["history"], _ = growth(server, lambda: client.get(path + "/history"))
        peaks["export"], archive = growth(server, lambda: client.get(path + "/export"))
        assert client.delete(path).status_code == 204
        peaks["import"], _ = growth(server, lambda: client.post(
            "/v1/imports", content=archive.content, headers={"Content-Type": "application/x-ndjson"}))
    report(kind, **{f"{name}_mib": f"{peak / MIB:.1f}" for name, peak in peaks.items()})
    for name, peak in peaks.items():
        assert peak < 8 * MIB + MULTIPLES[kind] * len(action), name
