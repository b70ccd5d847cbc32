"""The time to match a link is bounded when the app is defined, for every app and URL."""

import json
import sqlite3

import pytest
from load import repeating
from navstate import define, expect, percentile, report, seconds_of

LETTERS = "a" * 6_000
BAD = [f"/:a((a|a)*(a|b)*a(a|b){{99}}c{i})" for i in range(100)]
ATTACKS = {
    "many-patterns": (
        [f"/:a([a-z]+{i}|b)" for i in range(500)] + [f"/:a([a-z]*[0-9]{i})" for i in range(500)], LETTERS),
    "ordinary-patterns": ([f"/:a([a-z]+{i})/x" for i in range(500)], LETTERS),
    "long-patterns": ([f"/:a((a|aa){{1,36}}b{{{i}}}.{{0,140}})" for i in range(1, 21)], LETTERS),
    "bad-patterns": (BAD, LETTERS),
    "many-shares": ([f"/{'/'.join(f':p{j}*' for j in range(15))}/end{i}" for i in range(1_000)], "a/" * 250),
    "many-types": ([f"/:p{i}" for i in range(9_000)], "7" * 2_000 + "?" + "&".join("abcdefghij") * 20),
}


def definition(name, paths, has_types=False):
    routes = {f"r{number}": {"path": path} for number, path in enumerate(paths)}
    for route in routes.values() if has_types else []:
        route["params"] = {route["path"][2:]: "string", "n": "integer"}
    return {"app": name, "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}, **routes}}


def resolve(client, name, url):
    return client.get(f"/v1/apps/{name}/resolve", params={"url": url})


@pytest.mark.parametrize("name", ATTACKS)
def test_a_costly_app_is_refused_or_its_links_leave_the_server_free(server, client, name):
    def ping():
        return seconds_of(lambda: client.get("/livez"))

    (paths, url), alone = ATTACKS[name], percentile([ping() for _ in range(100)], 0.99)
    answer = client.put(f"/v1/apps/{name}", json=definition(name, paths, name == "many-types"))
    if expect(answer, 201, 422).status_code == 422:
        assert answer.json()["code"] == "bad-definition"
        fault, = answer.json()["errors"]
        assert fault["pointer"] == "/routes" and "steps" in fault["detail"]
        return report(name, refused_after_ms=answer.elapsed.total_seconds() * 1000, detail=fault["detail"])

    def follow(attacker):
        return seconds_of(lambda: resolve(attacker, name, "/" + url))

    with repeating(*(lambda attacker=server.client(): follow(attacker) for _ in range(4))) as links:
        beside = [ping()]
        while len(links) < 12:
            beside.append(ping())
    report(name, slowest_link_ms=round(max(links) * 1000, 1), slowest_livez_ms=round(max(beside) * 1000, 1),
           livez_alone_ms=round(alone * 1000, 1))
    assert max(beside) < 50 * max(alone, 0.005)


def test_a_chain_of_thousands_of_containers_is_read_in_a_bounded_time(client):
    def define_chain(count):
        routes = {f"r{i}": {"path": f"/p{i}", "content": {"kind": "stack", "routes": ["home", f"r{i + 1}"]}}
                  for i in range(count)}
        define(client, f"chain{count}", root={"kind": "stack", "routes": ["home", "r0"]},
               routes={"home": {}, **routes, f"r{count}": {}})

    small, large = (seconds_of(lambda: define_chain(count)) for count in (900, 9_000))
    report("a chain of containers", of_900_ms=round(small * 1000), of_9000_ms=round(large * 1000))
    assert large < 60 * small


def test_an_app_that_was_stored_before_the_limit_is_still_loaded(server, client):
    define(client, "old", routes={"home": {}})
    server.stop()
    with sqlite3.connect(server.database) as database:
        assert database.execute("UPDATE apps SET definition = ?", [json.dumps(definition("old", BAD))]).rowcount == 1
    server.start()
    assert resolve(client, "old", "/a" + "b" * 99 + "c7").json()["screens"][-1]["route"] == "r7"
