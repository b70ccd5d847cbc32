"""A wall clock that jumps by ten years: changes continue, and all of them are kept."""

from machine.recovery import assert_kept, assert_kept_after_restart, check, create_sessions, push
from test_clock import clock  # noqa: F401


def jump(clock, years):
    """Moves the clock that many years from the present."""
    other = clock.file.with_suffix(".next")
    other.write_text(f"{years:+d}y\n")
    other.rename(clock.file)


def test_changes_are_kept_while_the_clock_jumps(clock, new_server):  # noqa: F811
    server = new_server("--log-level", "warning", environment=clock.environment)
    with server.client() as client:
        sessions = create_sessions(client)
        for years in (0, 10, -10, 0):
            jump(clock, years)
            assert {push(session, client).status_code for session in sessions * 3} == {200}
            assert client.get(sessions[0].path).status_code == 200
            assert_kept(sessions, client)
        for years in (10, 0):
            jump(clock, years)
            assert_kept_after_restart(server, sessions, client)
    assert server.stop() == 0
    assert check(server) == (0, "2 sessions, 0 damaged\n")
