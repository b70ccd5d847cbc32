"""The queries of docs/database.md on both databases, and the views on sessions of which both have the same."""

from docs.document import Document
from navstate import act, create, eventually, expect

QUERIES = [block.text for block in Document("docs/database.md").blocks if block.language == "sql"]
ENGINES = ("SQLite", "PostgreSQL")
VIEWS = (
    "SELECT id, screen, kind, selected FROM containers ORDER BY id, kind",
    "SELECT id, container, position, presented, route, opener FROM screens ORDER BY id, route, container",
    "SELECT screen, route, name, value FROM counters ORDER BY screen, route",
    "SELECT app, app_version, revision, behind, current FROM sessions ORDER BY app",
    "SELECT revision, actor, action, refused FROM history ORDER BY action, revision",
)


def use(server):
    """Makes sessions with nested containers, a sheet, counters and a screen that another one has opened."""
    client = server.client()
    counter, tabs = (create(client, app)[0] for app in ("counter", "tabs"))
    for path, action in [
        (counter, {"type": "push", "route": "counter"}), (counter, {"type": "screen", "action": {"type": "increment"}}),
        (counter, {"type": "screen", "action": {"type": "push"}}), (tabs, {"type": "select", "index": 1}),
        (tabs, {"type": "present", "route": "counter"}),
    ]:
        expect(act(client, path, **action), 200)


def test_the_views_show_at_rest_what_was_acknowledged_and_each_query_runs(new_server, postgres):
    name = postgres.new_database()
    sqlite, other = new_server(), new_server("--store", postgres.url(name))

    def on_postgres(query):
        return postgres.query(f"SET search_path = navstate; {query}", name)

    def on_sqlite(query):
        rows = sqlite.rows(query)
        return "\n".join("|".join("" if value is None else str(value) for value in row) for row in rows)

    for server in (sqlite, other):
        use(server)
    for engine, query in zip(ENGINES, (on_sqlite, on_postgres)):
        eventually(lambda: query("SELECT count(*) FROM sessions WHERE behind > 0") == "0")
        for text in QUERIES:
            if not text.startswith("-- ") or text.startswith(f"-- {engine}"):
                query(text)
    for view in VIEWS:
        assert on_sqlite(view) == on_postgres(view) != ""
    assert on_sqlite("SELECT value FROM counters WHERE route = 'counter' ORDER BY value DESC LIMIT 1") == "1"
