import API
import JSON
import Testing

@Suite("Revisions that devices have shown", .closesAPIs)
struct ShownTests {
  private static let prefer = "Prefer: wait=20; until=shown"

  private func report(_ revision: Int, _ harness: APIHarness, _ session: String) async throws {
    #expect(try await harness.send("PUT", session + "/shown", #"{"revision": \#(revision)}"#).status == 204)
  }

  private func waitForRevision(_ revision: Int64, _ harness: APIHarness, _ session: String) async throws {
    while try await harness.send("GET", session).json()["revision"] != .integer(revision) { await Task.yield() }
  }

  @Test("A report of a shown revision is sent to other listeners and listed with its device")
  func event() async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
    let client = InProcessClient(api: harness.api)
    let backend = try #require(try await client.listen(session + "/events", admin))
    let tv = try #require(try await client.listen(session + "/events?name=tv", bearer(token)))
    let (first, own) = (await backend.events(1), await tv.events(1))
    #expect([first[0], own[0]].allSatisfy { $0.hasPrefix("id: 1\nevent: snapshot\n") })
    let report = #"{"revision": 1, "screen": "a2"}"#
    #expect(try await harness.send("PUT", session + "/shown", report, bearer(token)).status == 204)
    let shown = #"{"revision":1,"screen":"a2","at":"2026-01-02T03:04:05.678Z"}"#
    #expect(await backend.events(2).last == "event: shown\ndata: \(shown)\n")
    let listeners =
      try await harness.send("GET", session + "/listeners", nil, admin).json()["items"]?.arrayValue ?? []
    #expect(listeners.map { $0["name"] } == [.null, "tv"])
    #expect(try listeners.map { $0["shown"] } == [nil, JSONValue(parsing: shown)])
  }

  @Test("An action with `until=shown` waits until its own revision is shown")
  func waits() async throws {
    let (harness, client, session) = try await openListener()
    let (_, answer) = try client.poll(session + "/push", method: "POST", Self.prefer)
    try await waitForRevision(2, harness, session)
    try await report(1, harness, session)
    try await report(2, harness, session)
    let receipt = try JSONValue(parsing: await answer.value.body)
    #expect(receipt["revision"] == 2 && receipt["shown"] == true && receipt["session"]?["revision"] == 2)
  }

  @Test(
    "An action waiting for a report is answered at its timeout or the session's deletion", arguments: [true, false])
  func ends(isDeleted: Bool) async throws {
    let (harness, client, session) = try await openListener()
    let (writer, answer) = try client.poll(
      session + "/push", method: "POST", Self.prefer + (isDeleted ? "" : ", return=minimal"))
    try await waitForRevision(2, harness, session)
    if isDeleted { _ = try await harness.send("DELETE", session) } else { writer.giveUp() }
    let response = await answer.value
    #expect(response.status == 200)
    #expect(try JSONValue(parsing: response.body)["shown"] == false)
  }

  @Test(
    "An invalid report of a shown revision is rejected",
    arguments: [
      (#"{"revision": 2}"#, 404, "no-such-revision"), ("{}", 422, "missing-member"),
      (#"{"revision": 1, "screen": 7}"#, 422, "bad-member"),
    ])
  func refused(report: String, status: Int, code: String) async throws {
    let (harness, _, session) = try await openListener()
    let answer = try await harness.send("PUT", session + "/shown", report)
    #expect(answer.status == status)
    #expect(try answer.json()["code"] == .string(code))
  }
}
