"""Reading a very long action takes memory in proportion to its length: in history, export, import and check."""

import pytest
from navstate import AS_JSON, MIB, MINIMAL, expect, import_archive, report
from histories.test_check import check
from histories.test_history_size import notes

LONGEST = MIB - 200
# The value of a long action; and its multiple: the text in a few copies, or the value of each number and list, of
# which each takes two or three bytes of text.
VALUES = {
    "spaces": ("1" + " " * LONGEST, 8),
    "text": ('"' + "x" * LONGEST + '"', 24),
    "numbers": ("[" + "1," * (LONGEST // 2 - 2) + "1]", 64),
    "lists": ("[" + "[]," * (LONGEST // 3 - 2) + "[]]", 64),
}


@pytest.mark.parametrize("kind", VALUES)
def test_one_long_action_takes_memory_in_proportion(server, client, kind):
    value, multiple = VALUES[kind]
    action = ('{"actions":[{"type":"setState","state":{"a":' + value + '}},'
              '{"type":"setState","state":{"a":null,"b":1}}]}')
    path = notes(client, {})
    assert server.stop() == 0
    check_before = check(server)[2]
    server.start()
    expect(client.post(path + "/actions", content=action, headers={**AS_JSON, **MINIMAL}), 200)
    server.stop()
    output, status, peak = check(server)
    assert (output, status) == ("1 session, 0 damaged\n", 0)
    server.start()
    client.get(path)
    peaks = {"check": peak - check_before}
    for name in ("history", "export"):
        peaks[name], answer = server.peak_growth(lambda: expect(client.get(f"{path}/{name}"), 200))
    expect(client.delete(path), 204)
    peaks["import"], _ = server.peak_growth(lambda: expect(import_archive(client, answer.content), 201))
    report(kind, **{f"{name}_mib": f"{peak / MIB:.1f}" for name, peak in peaks.items()})
    assert not [name for name, peak in peaks.items() if peak >= 8 * MIB + multiple * len(action)]
