"""Reading a very long action takes bounded memory in the history, revisions, exports, imports, backups and checks."""

import pytest
from navstate import AS_JSON, MIB, MINIMAL, expect, import_archive, report
from histories.test_check import check
from histories.test_history_size import notes

LONGEST = MIB - 200
# The value of a long action, and the largest for its length: a parsed number or list takes ten times its text.
VALUES = {
    "spaces": "1" + " " * LONGEST,
    "text": '"' + "x" * LONGEST + '"',
    "numbers": "[" + "1," * (LONGEST // 2 - 2) + "1]",
    "lists": "[" + "[]," * (LONGEST // 3 - 2) + "[]]",
    "members": "{" + ",".join(f'"{number:x}":1' for number in range(LONGEST // 11)) + "}",
}


@pytest.mark.parametrize("kind", VALUES)
def test_one_long_action_takes_bounded_memory(server, client, kind):
    action = ('{"actions":[{"type":"setState","state":{"a":' + VALUES[kind] + '}},' '{"type":"setState","state":{"a":null,"b":1}}]}')
    path = notes(client, {})
    short = expect(client.get(f"{path}/export"), 200)
    assert server.stop() == 0
    check_before = check(server)[2]
    server.start()
    expect(client.post(path + "/actions", content=action, headers={**AS_JSON, **MINIMAL}), 200)
    server.stop()
    output, status, peak = check(server)
    assert (output, status) == ("1 session, 0 damaged\n", 0)
    peaks = {"check": peak - check_before}
    for name in ("history", "history?type=setState", "revisions/2", "export"):
        # A new process, whose allocator has no memory to spare.
        server.start()
        client.get(path)
        peaks[name], answer = server.peak_growth(lambda: expect(client.get(f"{path}/{name}"), 200))
        server.stop()
    server.start()
    client.get(path)
    peaks["backup"], _ = server.peak_growth(lambda: expect(client.post("/v1/admin/backups"), 201))
    expect(client.delete(path), 204)
    server.stop()
    server.start()
    # The first import also loads the pages of its code, which take 1 MiB.
    expect(import_archive(client, short.content), 201)
    expect(client.delete(path), 204)
    peaks["import"], _ = server.peak_growth(lambda: expect(import_archive(client, answer.content), 201))
    report(kind, **{f"{name}_mib": f"{peak / MIB:.1f}" for name, peak in peaks.items()})
    assert not [name for name, peak in peaks.items() if peak >= 8 * MIB]
