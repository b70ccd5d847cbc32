"""The time to match a link is bounded when the app is defined, for every app and URL."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from navstate import define, expect, percentile, report, seconds_of

LETTERS = "a" * 6_000
ATTACKS = {
    "many-patterns": (
        [f"/:a([a-z]+{i}|b)" for i in range(500)] + [f"/:a([a-z]*[0-9]{i})" for i in range(500)], LETTERS),
    "ordinary-patterns": ([f"/:a([a-z]+{i})/x" for i in range(500)], LETTERS),
    "long-patterns": ([f"/:a((a|aa){{1,36}}b{{{i}}}.{{0,140}})" for i in range(1, 21)], LETTERS),
    "bad-patterns": ([f"/:a((a|a)*(a|b)*a(a|b){{99}}c{i})" for i in range(100)], LETTERS),
    "many-shares": ([f"/{'/'.join(f':p{j}*' for j in range(15))}/end{i}" for i in range(1_000)], "a/" * 250),
    "many-types": ([f"/:p{i}" for i in range(9_000)], "7" * 2_000 + "?" + "&".join("abcdefghij") * 20),
}


def definition(name, paths, has_types=False):
    routes = {f"r{number}": {"path": path} for number, path in enumerate(paths)}
    for route in routes.values() if has_types else []:
        route["params"] = {route["path"][2:]: "string", "n": "integer"}
    return {"app": name, "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}, **routes}}


def put(client, name, paths, **options):
    return client.put(f"/v1/apps/{name}", json=definition(name, paths, **options))


def resolve(client, name, url):
    return client.get(f"/v1/apps/{name}/resolve", params={"url": url})


def found(client, name, url):
    return resolve(client, name, url).json()["screens"][-1]["route"]


@pytest.mark.parametrize("name", ATTACKS)
def test_a_costly_app_is_refused_or_its_links_leave_the_server_free(server, client, name):
    def ping():
        return seconds_of(lambda: client.get("/livez"))

    paths, url = ATTACKS[name]
    alone = percentile([ping() for _ in range(100)], 0.99)
    answer = put(client, name, paths, has_types=name == "many-types")
    if answer.status_code == 422:
        assert answer.json()["code"] == "bad-definition"
        fault, = answer.json()["errors"]
        assert fault["pointer"] == "/routes" and "steps" in fault["detail"]
        return report(name, refused_after_ms=answer.elapsed.total_seconds() * 1000, detail=fault["detail"])
    expect(answer, 201)

    def follow(attacker):
        return seconds_of(lambda: resolve(attacker, name, "/" + url))

    attackers = [server.client() for _ in range(4)] * 3
    with ThreadPoolExecutor(4) as pool:
        links = [pool.submit(follow, attacker) for attacker in attackers]
        beside = [ping()]
        while not all(link.done() for link in links):
            beside.append(ping())
    report(name, slowest_link_ms=round(max(link.result() for link in links) * 1000, 1),
           slowest_livez_ms=round(max(beside) * 1000, 1), livez_alone_ms=round(alone * 1000, 1))
    assert max(beside) < 50 * max(alone, 0.005)


def test_a_definition_with_nested_repetitions_is_read_in_a_bounded_time(client):
    nested = "()"
    for _ in range(15):
        nested = f"({nested}{{999}})"
    small = seconds_of(lambda: put(client, "small", ["/:a(\\d+)"]))
    large = seconds_of(lambda: expect(put(client, "nested", [f"/x{i}/:a({nested}a)" for i in range(100)]), 201))
    report("nested repetitions of nothing", ms=round(large * 1000, 1), small_ms=round(small * 1000, 1))
    assert [resolve(client, "nested", url).status_code for url in ("/x7/a", "/x7/aa")] == [200, 404]


def test_a_chain_of_thousands_of_containers_is_read_in_a_bounded_time(client):
    def define_chain(count):
        routes = {f"r{i}": {"path": f"/p{i}", "content": {"kind": "stack", "routes": ["home", f"r{i + 1}"]}}
                  for i in range(count)}
        define(client, f"chain{count}", root={"kind": "stack", "routes": ["home", "r0"]},
               routes={"home": {}, **routes, f"r{count}": {}})

    small, large = (seconds_of(lambda: define_chain(count)) for count in (900, 9_000))
    report("a chain of containers", of_900_ms=round(small * 1000), of_9000_ms=round(large * 1000))
    assert large < 60 * small


def test_an_app_of_a_thousand_routes_with_patterns_is_accepted(client):
    paths = [f"/things{i}/:id(\\d+)" for i in range(500)]
    paths += [f"/:shop([a-z]+)/{i}/:page([0-9]{{1,{i % 20 + 1}}})" for i in range(500)]
    expect(put(client, "large", paths), 201)
    assert found(client, "large", "/things77/42") == "r77"
    assert found(client, "large", "/abc/7/1234") == "r507"


def test_an_app_that_was_stored_before_the_limit_is_still_loaded(server, client):
    expect(put(client, "old", ["/:a(a+)"]), 201)
    server.stop()
    costly = json.dumps(definition("old", ATTACKS["bad-patterns"][0]))
    with sqlite3.connect(server.database) as database:
        assert database.execute("UPDATE apps SET definition = ?", (costly,)).rowcount == 1
    server.start()
    assert found(client, "old", "/a" + "b" * 99 + "c7") == "r7"
