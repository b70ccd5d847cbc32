"""Who gets what: stored responses, secrets, the past, shares, and header fields for caches and proxies."""

import pytest
from navstate import ADMIN, create, expect

KEY = {"Idempotency-Key": "the-admins"}


def token(client, path, role="lead", **members):
    return expect(client.post(path + "/tokens", json={"role": role, **members}), 201).json()


@pytest.fixture
def lead(admin):
    """A session of the admin's server, and a client with a `lead` token of it."""
    path, _ = create(admin)
    return path, admin.server.client(token(admin, path)["token"])


def test_a_stored_response_is_for_the_credential_that_asked(admin, lead):
    path, other = lead
    secret = expect(admin.post(path + "/tokens", json={"role": "backend"}, headers=KEY), 201).json()["token"]
    refused = expect(other.post(path + "/tokens", json={"role": "backend"}, headers=KEY), 403)
    assert secret not in refused.text
    forks = [expect(client.post(path + "/fork", headers=KEY), 201) for client in (admin, other, admin)]
    assert forks[0].content == forks[2].content != forks[1].content
    assert forks[1].headers.get("Idempotency-Replayed") is None


def test_a_handoff_does_not_share_the_keys_of_the_admin(admin, lead):
    path, _ = lead
    expect(admin.delete("/v1/webhooks/none", headers=KEY), 404)
    code = {"code": token(admin, path, once=True)["code"]}
    stranger = admin.server.client()
    first = expect(stranger.post("/v1/handoffs", json=code, headers=KEY), 201)
    assert expect(stranger.post("/v1/handoffs", json=code, headers=KEY), 201).content == first.content
    expect(stranger.post("/v1/handoffs", json={"code": "AAAAAAAA"}, headers=KEY), 404)
    expect(admin.delete("/v1/webhooks/none", headers=KEY), 404)


def test_a_deleted_token_gets_no_stored_response(admin, lead):
    path, _ = lead
    made = token(admin, path)
    former = admin.server.client(made["token"])
    expect(former.post(path + "/increment", headers=KEY), 200)
    expect(admin.delete(f"{path}/tokens/{made['id']}"), 204)
    expect(former.post(path + "/increment", headers=KEY), 404)
