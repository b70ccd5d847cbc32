import HTTP
import JSON
import Sessions
import Synchronization
import Testing

@testable import API

@Suite("Tickets", .closesAPIs)
struct TicketTests {
  let one = StreamTickets.Origin(app: "counter", address: IPAddress(bytes: 1))

  private func ticket(for session: String, _ line: String, in harness: APIHarness) async throws -> String {
    let answer = try await harness.send("POST", session + "/tickets", nil, line)
    #expect(answer.status == 201)
    #expect(answer["Cache-Control"] == "no-store")
    #expect(try answer.json()["expiresAt"] == .string("2026-01-02T03:04:35.678Z"))
    return try #require(try answer.json()["ticket"]?.stringValue)
  }

  @Test("A ticket opens one event stream without a token")
  func once() async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
    let client = InProcessClient(api: harness.api)
    let path = session + "/events?view=minimal&ticket="
    let ticket = try await ticket(for: session, bearer(token), in: harness)
    let stream = try #require(try await client.listen(path + ticket))
    _ = try await harness.send("POST", session + "/push", nil, bearer(token))
    #expect(await stream.events(2).count == 2)
    let again = try await harness.send("GET", path + ticket)
    try expectProblem(again, 401, "bad-ticket", says: "/tickets")
    #expect(again["WWW-Authenticate"] == "Bearer")
    #expect(!again.text.contains(ticket))
    // A valid token beside an invalid ticket is ignored, so that the client notices the invalid ticket.
    try expectProblem(try await harness.send("GET", path + ticket, nil, bearer(token)), 401, "bad-ticket")
  }

  @Test("A ticket is valid for 30 s, also if the clock is set back", arguments: [29_999, 30_000, -29_999, -30_000])
  func expiry(passed: Int64) async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
    let ticket = try await ticket(for: session, bearer(token), in: harness)
    harness.clock.advance(passed)
    let stream = try await InProcessClient(api: harness.api).listen(session + "/events?ticket=" + ticket)
    #expect((stream != nil) == (abs(passed) < 30_000))
  }

  @Test("A ticket is valid only for the events of its own session")
  func scope() async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
    let other = try await harness.session(#"{"app": "counter"}"#, admin).path
    let client = InProcessClient(api: harness.api)
    let ticket = try await ticket(for: session, bearer(token), in: harness)
    for path in [other + "/events?ticket=", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/events?ticket="] {
      try expectProblem(try await harness.send("GET", path + ticket), 401, "bad-ticket")
    }
    for path in ["", "/listeners", "/history"] {
      try expectProblem(
        try await harness.send("GET", session + path + "?ticket=" + ticket), 400, "unknown-parameter")
    }
    for nonsense in ["", "x", String(ticket.dropLast()), ticket + "A"] {
      try expectProblem(try await harness.send("GET", session + "/events?ticket=" + nonsense), 401, "bad-ticket")
    }
    // The rejected requests have not used the ticket.
    #expect(try await client.listen(session + "/events?ticket=" + ticket) != nil)
  }

  @Test("Replacing a session's token invalidates its tickets, but not the tickets of the admin")
  func revocation() async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
    let client = InProcessClient(api: harness.api)
    let path = session + "/events?view=minimal&ticket="
    let own = [
      try await ticket(for: session, bearer(token), in: harness),
      try await ticket(for: session, bearer(token), in: harness),
    ]
    let admins = try await ticket(for: session, admin, in: harness)
    let stream = try #require(try await client.listen(path + own[0]))
    #expect(try await harness.send("POST", session + "/token", nil, bearer(token)).status == 200)
    #expect(await stream.events(2).count == 1)
    try expectProblem(try await harness.send("GET", path + own[1]), 401, "bad-ticket")
    #expect(try await client.listen(path + admins) != nil)
  }

  @Test("A server that requires no tokens also issues tickets, each for one stream")
  func open() async throws {
    let (harness, session) = try await openSession(.inProcess)
    let ticket = try await ticket(for: session, "Accept: */*", in: harness)
    #expect(try await InProcessClient(api: harness.api).listen(session + "/events?ticket=" + ticket) != nil)
    try expectProblem(try await harness.send("GET", session + "/events?ticket=" + ticket), 401, "bad-ticket")
    let unknown = try await harness.send("POST", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/tickets")
    try expectProblem(unknown, 404, "no-such-session")
  }

  @Test("Tickets and tokens are not logged", arguments: Way.allCases)
  func log(way: Way) async throws {
    let lines = Mutex("")
    let log = RequestLog(isComplete: true) { report in lines.withLock { $0 += "\(report)\n" } }
    let (harness, session, token) = try await openSessionWithToken(way, log: log)
    let ticket = try await ticket(for: session, bearer(token), in: harness)
    #expect(try await harness.send("HEAD", session + "/events?ticket=" + ticket).status == 200)
    #expect(try await harness.send("GET", session + "/events?ticket=" + ticket).status == 401)
    let told = lines.withLock { $0 }
    #expect(told.contains("/events"))
    #expect(!told.contains(ticket) && !told.contains(token) && !told.contains(AuthorizationTests.admin))
  }

  @Test("A new ticket replaces the oldest one of a full session, and beyond the total limit those of full sessions go")
  func bounds() throws {
    let tickets = StreamTickets(limit: 40)
    let sessions = (1...4).map { SessionID(high: $0, low: 0) }
    for number in 0..<20 {
      tickets.add([UInt8(number)], for: sessions[0], holder: .unrestricted, from: one, at: 0)
    }
    #expect(tickets.count == 16)
    #expect(tickets.redeem([3], for: sessions[0], at: 0) == nil)
    #expect(tickets.redeem([4], for: sessions[0], at: 0) != nil)
    for number in 0..<16 { tickets.add([UInt8(number)], for: sessions[1], holder: .unrestricted, from: one, at: 10) }
    for number in 0..<9 { tickets.add([UInt8(number)], for: sessions[2], holder: .unrestricted, from: one, at: 20_000) }
    #expect(tickets.count == 40)
    // The sessions with the most tickets lose their oldest ones.
    tickets.add([0], for: sessions[3], holder: .unrestricted, from: one, at: 29_999)
    #expect(tickets.count == 37)
    #expect(tickets.redeem([1], for: sessions[1], at: 29_999) == nil)
    for (session, number) in [(1, 3), (2, 0), (3, 0)] {
      #expect(tickets.redeem([UInt8(number)], for: sessions[session], at: 29_999) != nil)
    }
  }

  @Test("Beyond the total limit each app and each address keeps a share, whatever another one does")
  func shares() {
    let tickets = StreamTickets(limit: 60)
    let other = StreamTickets.Origin(app: "other", address: nil)
    let neighbour = StreamTickets.Origin(app: "counter", address: IPAddress(bytes: 2))
    let sessions = (1...200).map { SessionID(high: $0, low: 0) }
    tickets.add([1], for: sessions[0], holder: .unrestricted, from: other, at: 0)
    tickets.add([1], for: sessions[1], holder: .unrestricted, from: neighbour, at: 0)
    for session in sessions[2...] { tickets.add([1], for: session, holder: .unrestricted, from: one, at: 10) }
    #expect(tickets.count <= 60)
    #expect(sessions.prefix(2).allSatisfy { tickets.redeem([1], for: $0, at: 20) != nil })
    #expect(tickets.redeem([1], for: sessions[199], at: 20) != nil)
  }

  @Test("If all sessions have one ticket, the oldest of all goes")
  func oldest() {
    let tickets = StreamTickets(limit: 10)
    let sessions = (1...11).map { SessionID(high: $0, low: 0) }
    for (time, session) in sessions.enumerated() {
      tickets.add([0], for: session, holder: .unrestricted, from: one, at: Int64(time))
    }
    #expect(
      sessions.map { tickets.redeem([0], for: $0, at: 11) == nil } == [true] + [Bool](repeating: false, count: 10))
  }

  @Test(
    "A token in the query is rejected with a hint to the Authorization field and tickets", arguments: Way.allCases,
    ["token", "access_token", "Authorization"])
  func queries(way: Way, name: String) async throws {
    let (harness, session, token) = try await openSessionWithToken(way)
    for path in ["", "/events", "/history"] {
      let answer = try await harness.send("GET", "\(session)\(path)?\(name)=\(token)", nil, bearer(token))
      try expectProblem(answer, 400, "unknown-parameter", says: "Authorization: Bearer")
      #expect(answer.text.contains("/tickets"))
      #expect(!answer.text.contains(token))
    }
  }
}
