"""Agents by the newest SDK of the Model Context Protocol, in the revision with sessions and in that without."""

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from navstate import ROOT, create, expect, metric

KIOSK = (ROOT / "Examples/kiosk/app.json").read_text()
# Of one caller: docs/limits.md.
MOST_SESSIONS = 1_024
SOUP = {"id": "soup", "price": 700}


@pytest.fixture
def path(admin):
    expect(admin.put("/v1/apps/bistro-kiosk", content=KIOSK, headers={"Content-Type": "application/json"}), 201)
    return create(admin, "bistro-kiosk", key="hall-1")[0]


@pytest.fixture
def token(admin, path):
    return expect(admin.post(path + "/tokens", json={"role": "act", "name": "guest"}), 201).json()["token"]


def run(work):
    """Runs a coroutine on another thread: the test's own may have the event loop of a browser."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, asyncio.wait_for(work, 60)).result()


@contextlib.asynccontextmanager
async def agent(server, token, mode, path="/mcp/apps/bistro-kiosk/sessions/hall-1", changed=None):
    """A client of the SDK; `changed` is set when the tools have changed."""
    async def note(message):
        if changed and getattr(message, "method", "") == "notifications/tools/list_changed":
            changed.set()

    async with httpx2.AsyncClient(headers={"Authorization": "Bearer " + token}, timeout=30) as http:
        transport = streamable_http_client(server.base + path, http_client=http)
        async with Client(transport, mode=mode, message_handler=note) as client:
            yield client


def open_dish(admin, path):
    actions = [{"type": "push", "route": "menu"}, {"type": "route", "route": "dish", "params": SOUP}]
    expect(admin.post(path + "/actions", json={"actions": actions}), 200)


def names(listed):
    return {tool.name for tool in listed.tools}


async def order(server, token, mode, version):
    async with agent(server, token, mode) as client:
        assert client.protocol_version == version
        for action in ({"type": "push", "route": "menu"}, {"type": "route", "route": "dish", "params": SOUP}):
            assert not (await client.call_tool("act", {"action": action})).is_error
        assert {"look", "act", "plan", "undo", "history", "choose"} <= names(await client.list_tools())
        assert not (await client.call_tool("choose")).is_error
        look = (await client.call_tool("look")).structured_content
        assert (look["path"], look["data"]["total"]) == (["menu"], 700)
        refused = await client.call_tool("drop", {"dish": "pizza"})
        assert refused.is_error and refused.content[0].text == "There is no pizza on the tray."
        resource, = (await client.list_resources()).resources
        assert '"menu"' in (await client.read_resource(str(resource.uri))).contents[0].text
        assert '"fly"' in (await client.call_tool("fly")).content[0].text


def test_an_agent_with_an_mcp_session_orders_at_the_kiosk(admin, token):
    run(order(admin.server, token, "legacy", "2025-11-25"))


def test_a_stateless_agent_orders_at_the_kiosk(admin, token):
    run(order(admin.server, token, "auto", "2026-07-28"))


def test_tools_change_with_the_screen(admin, path, token):
    async def watch():
        changed = asyncio.Event()
        async with agent(admin.server, token, "legacy", changed=changed) as client:
            assert "choose" not in names(await client.list_tools())
            await asyncio.to_thread(open_dish, admin, path)
            await changed.wait()
            assert "choose" in names(await client.list_tools())
    run(watch())


def test_at_the_limit_a_session_without_a_stream_ends_first(admin, token):
    client = admin.server.client(token, headers={"Accept": "application/json, text/event-stream"})

    def send(method, session=None, **params):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        fields = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"} if session else {}
        return client.post("/mcp", json=message, headers=fields)

    def begin():
        information = {"name": "test", "version": "1"}
        begun = send("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=information)
        return expect(begun, 200).headers["Mcp-Session-Id"]

    listening, *silent = [begin() for _ in range(3)]
    with client.stream("GET", "/mcp", headers={"Mcp-Session-Id": listening}) as stream:
        assert stream.status_code == 200
        others = [begin() for _ in range(MOST_SESSIONS - 2)]
        assert metric(admin, "navstate_mcp_sessions") == MOST_SESSIONS
        statuses = [send("ping", session).status_code for session in (listening, *silent, others[-1])]
        assert statuses == [200, 404, 200, 200]


def test_a_stateless_agent_listens(admin, path, token):
    async def listen():
        uri = "navstate://sessions/" + path.split("/")[-1]
        async with agent(admin.server, token, "auto") as client:
            async with client.listen(tools_list_changed=True, resource_subscriptions=[uri]) as events:
                await asyncio.to_thread(open_dish, admin, path)
                kinds = {type(await anext(events)).__name__ for _ in range(2)}
                assert kinds == {"ToolsListChanged", "ResourceUpdated"}
    run(listen())
