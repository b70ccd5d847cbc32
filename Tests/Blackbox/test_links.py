"""The time to match a link is bounded when the app is defined, for every app and URL."""

import json
import sqlite3
import threading

import pytest
from navstate import percentile, report, seconds_of

LETTERS = "a" * 6_000


def definition(name, paths):
    routes = {f"r{number}": {"path": path} for number, path in enumerate(paths)}
    return {"app": name, "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}, **routes}}


ATTACKS = {
    "many-patterns": (
        [f"/:a([a-z]+{i}|b)" for i in range(500)] + [f"/:a([a-z]*[0-9]{i})" for i in range(500)], LETTERS),
    "ordinary-patterns": ([f"/:a([a-z]+{i})/x" for i in range(500)], LETTERS),
    "long-patterns": ([f"/:a((a|aa){{1,36}}b{{{i}}}.{{0,140}})" for i in range(1, 21)], LETTERS),
    "bad-patterns": ([f"/:a((a|a)*(a|b)*a(a|b){{99}}c{i})" for i in range(100)], LETTERS),
    "many-shares": ([f"/{'/'.join(f':p{j}*' for j in range(15))}/end{i}" for i in range(1_000)], "a/" * 250),
    "many-types": ([f"/:p{i}" for i in range(9_000)], "7" * 2_000 + "?" + "&".join("abcdefghij") * 20),
}


def define(client, name, paths, params=None):
    body = definition(name, paths)
    for route in list(body["routes"].values())[1:] if params else []:
        route["params"] = {route["path"][2:]: "string"} | params
    return client.put(f"/v1/apps/{name}", json=body)


@pytest.mark.parametrize("name", ATTACKS)
def test_a_costly_app_is_refused_or_its_links_leave_the_server_free(server, client, name):
    paths, url = ATTACKS[name]
    alone = [seconds_of(lambda: client.get("/livez")) for _ in range(100)]
    answers = []
    params = {"n": "integer"} if name == "many-types" else None
    seconds = seconds_of(lambda: answers.append(define(client, name, paths, params)))
    if answers[0].status_code == 422:
        problem = answers[0].json()
        assert problem["code"] == "bad-definition"
        assert [(fault["pointer"], "steps" in fault["detail"]) for fault in problem["errors"]] == [("/routes", True)]
        return report(name, refused_after_ms=round(seconds * 1000), detail=problem["errors"][0]["detail"])
    assert answers[0].status_code == 201, answers[0].text
    matching, beside = attack(server, client, name, url)
    report(name, slowest_link_ms=round(max(matching) * 1000, 1), slowest_livez_ms=round(max(beside) * 1000, 1),
           livez_alone_ms=round(percentile(alone, 0.99) * 1000, 1))
    assert max(beside) < 50 * max(percentile(alone, 0.99), 0.005)


def attack(server, client, name, url):
    """Requests a link from four connections at once; returns the durations of that and of a concurrent `/livez`."""
    matching, beside = [], []

    def ask():
        with server.client() as attacker:
            for _ in range(3):
                matching.append(seconds_of(
                    lambda: attacker.get(f"/v1/apps/{name}/resolve", params={"url": "/" + url})))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        beside.append(seconds_of(lambda: client.get("/livez")))
    return matching, beside


def test_a_definition_is_read_in_a_bounded_time(client):
    small = seconds_of(lambda: client.put("/v1/apps/small", json=definition("small", ["/:a(\\d+)"])))
    nested = "()"
    for _ in range(15):
        nested = f"({nested}{{999}})"
    answers = []
    seconds = seconds_of(lambda: answers.append(
        client.put("/v1/apps/nested", json=definition("nested", [f"/x{i}/:a({nested}a)" for i in range(100)]))))
    report("nested repetitions of nothing", ms=round(seconds * 1000, 1), small_ms=round(small * 1000, 1))
    assert answers[0].status_code == 201
    assert client.get("/v1/apps/nested/resolve", params={"url": "/x7/a"}).status_code == 200
    assert client.get("/v1/apps/nested/resolve", params={"url": "/x7/aa"}).status_code == 404


def test_a_definition_of_a_way_through_thousands_of_containers_is_read_in_a_bounded_time(client):
    def chain(count):
        routes = {f"r{i}": {"path": f"/p{i}", "content": {"kind": "stack", "routes": ["home", f"r{i + 1}"]}}
                  for i in range(count)}
        root = {"kind": "stack", "routes": ["home", "r0"]}
        return {"app": f"chain{count}", "version": 1, "root": root, "routes": {"home": {}, **routes, f"r{count}": {}}}

    def define(count):
        assert client.put(f"/v1/apps/chain{count}", json=chain(count)).status_code == 201

    small, large = seconds_of(lambda: define(900)), seconds_of(lambda: define(9_000))
    report("a chain of containers", of_900_ms=round(small * 1000), of_9000_ms=round(large * 1000))
    assert large < 60 * small


def test_an_app_of_a_thousand_routes_with_patterns_is_accepted(client):
    paths = [f"/things{i}/:id(\\d+)" for i in range(500)]
    paths += [f"/:shop([a-z]+)/{i}/:page([0-9]{{1,{i % 20 + 1}}})" for i in range(500)]
    assert client.put("/v1/apps/large", json=definition("large", paths)).status_code == 201
    assert client.get("/v1/apps/large/resolve", params={"url": "/things77/42"}).json()["screens"][-1]["route"] == "r77"
    assert client.get("/v1/apps/large/resolve", params={"url": "/abc/7/1234"}).json()["screens"][-1]["route"] == "r507"


def test_an_app_that_was_stored_before_the_limit_is_still_loaded(server, client):
    client.put("/v1/apps/old", json=definition("old", ["/:a(a+)"]))
    server.stop()
    costly = json.dumps(definition("old", ATTACKS["bad-patterns"][0]))
    with sqlite3.connect(server.database) as database:
        assert database.execute("UPDATE apps SET definition = ?", (costly,)).rowcount == 1
    server.start()
    found = client.get("/v1/apps/old/resolve", params={"url": "/a" + "b" * 99 + "c7"}).json()
    assert found["screens"][-1]["route"] == "r7"
