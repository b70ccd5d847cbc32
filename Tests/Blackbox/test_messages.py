"""A message takes the same time to a session of another app as to one that does not exist."""

from navstate import create, define, percentile, problem, report, seconds_of


def test_the_duration_of_a_refusal_does_not_reveal_a_session_of_another_app(admin):
    define(admin, "kitchen", routes={"home": {"state": {"seen": False}}})
    (here, session), (there, foreign) = create(admin), create(admin, "kitchen")
    client = admin.server.client(session["token"])

    def send(recipient):
        answer = client.post(here + "/messages", json={"to": recipient, "action": {"type": "setState", "state": {}}})
        assert problem(answer) == (409, "no-such-recipient")

    times = {foreign["id"]: [], "s_AAAAAAAAAAAAAAAAAAAAAA": []}
    for _ in range(200):
        for recipient in times:
            times[recipient].append(seconds_of(lambda: send(recipient)))
    foreign, none = (percentile(values, 0.5) for values in times.values())
    report("messages", foreign_us=round(foreign * 1e6), unknown_us=round(none * 1e6))
    assert 0.5 < foreign / none < 2
    assert admin.get(there).json()["revision"] == 1
