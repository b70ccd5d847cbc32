"""A healthy client alone and beside each attack; prints both p99. Only the long form measures."""

import pytest
from limits.test_bounds import settled
from limits.test_emissions import app
from load import repeating
from navstate import MIB, act, create, define, expect, metric, percentile, report, seconds_of

PATTERN = "(a{30}){30}"
ATTACKS = {
    "messages by key": lambda: [{"send": "'box'", "action": {"type": "note", "x": "${data.big}"}}] * 12,
    "outputs": lambda: [{"emit": "big", "value": "${data.big}"}] * 16,
    "patterns that fail": lambda: [{"if": f"data.many.exists(x, x.matches('{PATTERN}(' + data.empty))", "then": []}],
    "separators": lambda: [{"if": "data.many.exists(x, x.split(data.big).size() > 5)", "then": []}],
}


@pytest.mark.long
@pytest.mark.parametrize("name", ATTACKS)
def test_a_healthy_client_beside_an_attack(server, setting, name):
    client, attackers = server.client(), [server.client() for _ in range(4)]
    path, _ = create(client)
    attacked, _ = app(attackers[0], "attack", ATTACKS[name](), big="x" * 15_000, empty="", many=["a"] * 5_000)

    def p99():
        def push():
            expect(client.post(path + "/setParams", json={"params": {}}, headers={"Prefer": "return=minimal"}), 200)

        return percentile([seconds_of(push) for _ in range(setting("PUSHES", 300, 1_500))], 0.99)

    p99()
    alone = p99()
    with repeating(*(lambda attacker=attacker: act(attacker, attacked, type="go").status_code for attacker in attackers)):
        beside = p99()
    disk = sum(file.stat().st_size for file in server.data.iterdir() if file.is_file())
    report(name, alone_ms=round(alone * 1e3, 1), beside_ms=round(beside * 1e3, 1), disk_mib=disk // MIB)


KINDS = {
    "patterns": {f"r{n}": {"params": {"id": {"type": "string", "pattern": PATTERN}}} for n in range(200)},
    "conditions": {f"r{n}": {"guard": {"when": "data.a + data.b * 2 > 3 && data.c.size() < 4"}} for n in range(400)},
    "links": {f"r{n}": {"path": f"/w{n}/:id([a-z]+[0-9]+)", "params": {"id": "string"}} for n in range(100)},
    "routes": {f"r{n}": {"params": {"id": "string", "page": "integer?"}} for n in range(500)},
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_counted_memory_of_definitions_is_close_to_the_real_one(new_server, is_long, kind):
    client = (server := new_server()).client()
    count, data = (40 if is_long else 10), {"a": 1, "b": 2, "c": []}

    def measured():
        return settled(server), metric(client, "navstate_memory_counted_bytes")

    def add(names):
        for name in names:
            define(client, f"{name}", root={"kind": "stack"}, routes={"home": {}, **KINDS[kind]}, data=data)

    add(f"warm{n}" for n in range(3))
    before = measured()
    add(f"app{n}" for n in range(count))
    real, counted = (now - former for now, former in zip(measured(), before))
    report(f"definitions of {kind}", real_mib=round(real / MIB, 1), counted_mib=round(counted / MIB, 1), ratio=round(counted / real, 2))
    if is_long:
        assert 0.5 < counted / real < 2
