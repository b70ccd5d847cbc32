import JSON
import Navigation
import TestSupport
import Sessions
import Testing

@testable import API

@Suite("Token roles and handoff codes", .closesAPIs)
struct TokenRoleTests {
  private func token(_ role: TokenRole, of session: String, _ harness: APIHarness) async throws -> String {
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"\#(role.rawValue)"}"#, admin)
    return try #require(try made.json()["token"]?.stringValue, "\(made.text)")
  }

  /// Creates a handoff code for the role `act`.
  private func code(of session: String, _ token: String, _ harness: APIHarness) async throws -> String {
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"act","once":true}"#, bearer(token))
    return try #require(try made.json()["code"]?.stringValue, "\(made.text)")
  }

  @Test("The token list has no secrets, and a deleted token has expired for a day")
  func list() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"act","name":"tv"}"#, bearer(own))
    #expect(made.status == 201)
    #expect(made["Cache-Control"] == "no-store")
    let secret = try #require(try made.json()["token"]?.stringValue)
    let id = try #require(try made.json()["id"]?.stringValue)
    let list = try await harness.send("GET", session + "/tokens", nil, bearer(own))
    #expect(try list.json()["items"]?.arrayValue?.first?["name"] == "tv")
    #expect(!list.text.contains(secret))
    #expect(try await harness.send("GET", session, nil, bearer(secret)).status == 200)
    #expect(try await harness.send("DELETE", session + "/tokens/" + id, nil, bearer(own)).status == 204)
    let refused = try await harness.send("GET", session, nil, bearer(secret))
    try expectProblem(refused, 401, "token-expired", says: "2026-01-02T03:04:05.678Z")
    #expect(refused["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
    #expect(try await harness.send("DELETE", session + "/tokens/" + id, nil, bearer(own)).status == 404)
    #expect(try await harness.send("GET", session + "/tokens", nil, bearer(own)).text == #"{"items":[]}"#)
    harness.clock.advance(86_400_000)
    _ = try await token(.watch, of: session, harness)
    #expect(try await harness.send("GET", session, nil, bearer(secret)).status == 404)
  }

  @Test("A token expires after its time, and a client cannot grant the role `backend`")
  func expiry() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"watch","expiresIn":60}"#, bearer(own))
    let secret = try #require(try made.json()["token"]?.stringValue)
    harness.clock.advance(59_999)
    #expect(try await harness.send("GET", session, nil, bearer(secret)).status == 200)
    harness.clock.advance(1)
    _ = try await token(.watch, of: session, harness)
    for (method, path) in [("GET", ""), ("POST", "/push"), ("GET", "/events"), ("GET", "/outputs")] {
      let refused = try await harness.send(method, session + path, nil, bearer(secret))
      try expectProblem(refused, 401, "token-expired")
    }
    let other = try await harness.session(#"{"app": "counter"}"#, admin).path
    #expect(try await harness.send("GET", other, nil, bearer(secret)).status == 404)
    let backend = try await harness.send("POST", session + "/tokens", #"{"role":"backend"}"#, bearer(own))
    #expect(backend.status == 403)
  }

  @Test("A long poll whose token is deleted gets 401, and one whose session is deleted 404")
  func poll() async throws {
    let (harness, session, _) = try await openSessionWithToken(.inProcess)
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"watch"}"#, admin).json()
    let (watch, id) = (made["token"]?.stringValue ?? "", made["id"]?.stringValue ?? "")
    let client = InProcessClient(api: harness.api)
    let (_, poll) = try client.poll(session, bearer(watch), "If-None-Match: \"1\"", "Prefer: wait=60")
    #expect(try await harness.send("DELETE", session + "/tokens/" + id, nil, admin).status == 204)
    #expect(await poll.value.status == 401)
    let other = bearer(try await token(.watch, of: session, harness))
    let (_, last) = try client.poll(session, other, "If-None-Match: \"1\"", "Prefer: wait=60")
    #expect(try await harness.send("DELETE", session, nil, admin).status == 204)
    let answer = await last.value
    #expect(answer.status == 404)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(#""code":"session-deleted""#))
  }

  @Test("A session knows its last 128 ended tokens", arguments: Way.allCases)
  func manyEnded(way: Way) async throws {
    let (harness, session, _) = try await openSessionWithToken(way)
    var secrets: [String] = []
    for _ in 0..<129 {
      let made = try await harness.send("POST", session + "/tokens", #"{"role":"watch"}"#, admin).json()
      secrets.append(made["token"]?.stringValue ?? "")
      _ = try await harness.send("DELETE", session + "/tokens/" + (made["id"]?.stringValue ?? ""), nil, admin)
      harness.clock.advance(1)
    }
    #expect(try await harness.send("GET", session, nil, bearer(secrets[0])).status == 404)
    #expect(try await harness.send("GET", session, nil, bearer(secrets[1])).status == 401)
  }

  @Test("Each role makes codes for its own role or a lower one", arguments: TokenRole.allCases, TokenRole.allCases)
  func codes(own: TokenRole, role: TokenRole) async throws {
    let (harness, session, _) = try await openSessionWithToken(.inProcess)
    let line = bearer(try await token(own, of: session, harness))
    func status(_ more: String) async throws -> Int {
      let body = #"{"role":"\#(role.rawValue)"\#(more)}"#
      return try await harness.send("POST", session + "/tokens", body, line).status
    }
    #expect(try await status(#","once":true"#) == (role <= own ? 201 : 403))
    #expect(try await status("") == (own >= .lead && role < .backend ? 201 : 403))
  }

  @Test("A handoff code is exchanged once, in any spelling, for a token with its role")
  func handoff() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let code = try await code(of: session, own, harness)
    #expect(code.wholeMatch(of: /[2-9A-HJ-NP-Z]{8}/) != nil)
    #expect(try await harness.send("GET", session, nil, bearer(code)).status == 404)
    let typed = code.lowercased().prefix(4) + "-" + code.suffix(4)
    let traded = try await harness.send("POST", "/v1/handoffs", #"{"code":"\#(typed)"}"#)
    #expect(traded.status == 201, "\(traded.text)")
    #expect(try traded.json()["url"]?.stringValue == session)
    let token = try #require(try traded.json()["token"]?.stringValue)
    #expect(try await harness.send("POST", session + "/push", "{}", bearer(token)).status == 200)
    #expect(try await harness.send("POST", session + "/undo", "{}", bearer(token)).status == 403)
    let again = try await harness.send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#)
    #expect(try again.json()["code"] == "no-such-code")
  }

  @Test("Wrong handoff codes with the admin token block nobody")
  func wrongCodesOfBackend() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    for _ in 0..<6 {
      let wrong = try await harness.send("POST", "/v1/handoffs", #"{"code":"AAAAAAAA"}"#, admin)
      try expectProblem(wrong, 404, "no-such-code")
    }
    let wrong = try await harness.send("POST", "/v1/handoffs", #"{"code":"AAAAAAAA"}"#)
    try expectProblem(wrong, 404, "no-such-code")
  }

  @Test("Wrong handoff codes get the same response, and five of them block for a minute")
  func wrongCodes() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let code = try await code(of: session, own, harness)
    harness.clock.advance(600_000)
    var details: Set<String> = []
    for wrong in [code, "AAAAAAAA", "", "no code at all", "22222222"] {
      let refused = try await harness.send("POST", "/v1/handoffs", #"{"code":"\#(wrong)"}"#)
      #expect(refused.status == 404)
      details.insert(try refused.json()["detail"]?.stringValue ?? "")
    }
    #expect(details.count == 1)
    let body = #"{"code":"\#(try await self.code(of: session, own, harness))"}"#
    let delayed = try await harness.send("POST", "/v1/handoffs", body)
    #expect(delayed.status == 429)
    #expect(delayed["Retry-After"] == "60")
    harness.clock.advance(60_000)
    #expect(try await harness.send("POST", "/v1/handoffs", body).status == 201)
  }

  @Test("Ten thousand guesses in ten minutes exchange no code, even if one of them is correct")
  func guesses() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let code = try await code(of: session, own, harness)
    var random = SplitMix64(seed: 17)
    let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    var statuses: [Int: Int] = [:]
    for guess in 0..<10_000 {
      let guessed = guess % 100 == 99 ? code : String((0..<8).map { _ in letters[random.upTo(letters.count) - 1] })
      statuses[try await harness.send("POST", "/v1/handoffs", #"{"code":"\#(guessed)"}"#).status, default: 0] += 1
      harness.clock.advance(60)
    }
    #expect(statuses == [404: 50, 429: 9_950])
  }

  @Test("Correct handoff codes do not count towards the limit of wrong codes")
  func manyHandoffs() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    for _ in 0..<12 {
      let code = try await code(of: session, own, harness)
      #expect(try await harness.send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#).status == 201)
    }
  }

  @Test("Deleting a token invalidates its own tickets, but not the tickets of other tokens")
  func tickets() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"watch"}"#, bearer(own)).json()
    let (watch, id) = (made["token"]?.stringValue ?? "", made["id"]?.stringValue ?? "")
    var tickets: [String] = []
    for token in [own, watch] {
      let ticket = try await harness.send("POST", session + "/tickets", nil, bearer(token)).json()
      tickets.append(try #require(ticket["ticket"]?.stringValue))
    }
    #expect(try await harness.send("DELETE", session + "/tokens/" + id, nil, bearer(own)).status == 204)
    var statuses: [Int] = []
    for ticket in tickets {
      statuses.append(try await harness.send("HEAD", session + "/events?ticket=" + ticket).status)
    }
    #expect(statuses == [200, 401])
  }

  @Test("The clientRole of an app is the role of the token of a new session")
  func clientRole() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let app =
      #"{"app":"shop","version":1,"clientRole":"watch","root":{"kind":"stack","routes":["a"]},"routes":{"a":{}}}"#
    #expect(try await harness.send("PUT", "/v1/apps/shop", app, admin).status == 201)
    let (session, own) = try await harness.session(#"{"app": "shop"}"#, admin)
    #expect(try await harness.send("GET", session, nil, bearer(own)).status == 200)
    #expect(try await harness.send("POST", session + "/push", #"{"route":"a"}"#, bearer(own)).status == 403)
  }
}
