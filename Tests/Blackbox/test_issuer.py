"""JWTs of a real OpenID provider, Authlib's, whose keys the server finds by discovery."""

from urllib.parse import parse_qs, urlsplit

import httpx
from navstate import ADMIN, expect
from oidc_provider_mock import User, run_server_in_thread

CLUB = {
    "app": "club", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}, "data": {"mail": None},
    "access": {"create": {"when": "claims.email_verified", "key": "claims.sub", "data": {"mail": "claims.email"}},
               "roles": [{"when": "session.key == claims.sub", "role": "act"}]}}


def sign_in(issuer, user):
    """An ID token by the authorization code flow."""
    application = {"client_id": "shop", "redirect_uri": "https://shop.example/in", "response_type": "code", "scope": "openid email"}
    with httpx.Client(base_url=issuer) as browser:
        allowed = expect(browser.post("/oauth2/authorize", params=application, data={"sub": user, "action": "authorize"}), 302)
        code = parse_qs(urlsplit(allowed.headers["Location"]).query)["code"][0]
        body = {"grant_type": "authorization_code", "code": code, "redirect_uri": application["redirect_uri"]}
        return expect(browser.post("/oauth2/token", auth=("shop", "secret"), data=body), 200).json()["id_token"]


def test_a_person_signed_in_at_a_provider_makes_and_uses_a_session(new_server):
    users = [User(sub=name, claims={"email": f"{name}@shop.example", "email_verified": name != "eve"}) for name in ("ann", "eve")]
    with run_server_in_thread(user_claims=users) as provider:
        issuer = f"http://localhost:{provider.server_port}"
        server = new_server("--jwt-issuer", issuer, "--jwt-audience", "shop", admin=True)
        admin = server.client(ADMIN)
        expect(admin.put("/v1/apps/club", json=CLUB), 201)
        ann, eve = (server.client(sign_in(issuer, name)) for name in ("ann", "eve"))
        session = expect(ann.post("/v1/sessions", json={"app": "club"}), 201).json()
        assert session["data"] == {"mail": "ann@shop.example"}
        expect(eve.post("/v1/sessions", json={"app": "club"}), 403)
        path = f"/v1/sessions/{session['id']}"
        expect(eve.get(path), 404)
    # The keys that the server knows outlive the provider.
    expect(ann.post(path + "/push", json={"route": "home"}), 200)
    by = admin.get(path + "/history").json()["items"][-1]["by"]
    assert (by["kind"], by["subject"], by["issuer"]) == ("jwt", "ann", issuer)
