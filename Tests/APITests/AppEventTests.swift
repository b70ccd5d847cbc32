import API
import JSON
import Sessions
import Testing

@Suite("Event streams of apps", .closesAPIs)
struct AppEventTests {
  private static let path = "/v1/apps/counter/events"

  private func openApp(
    limits: SessionLimits = SessionLimits(), configure: (inout API.Configuration) -> Void = { _ in }
  ) async throws -> (harness: APIHarness, client: InProcessClient) {
    let harness = try await openAPI(.inProcess, limits: limits, configure: configure)
    return (harness, InProcessClient(api: harness.api))
  }

  /// Sends increment actions to a session.
  private func increment(_ harness: APIHarness, _ session: String, _ count: Int = 1) async throws {
    for _ in 0..<count { _ = try await harness.send("POST", session + "/actions", #"{"type": "increment"}"#) }
  }

  private func id(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  @Test("An app's event stream sends the cursor, and then creations, changes and deletions")
  func live() async throws {
    let (harness, client) = try await openApp()
    let stream = try #require(try await client.listen(Self.path + "?view=minimal"))
    #expect(await stream.events(1) == ["id: 0\nevent: cursor\ndata: {}\n"])
    let session = try await harness.session(#"{"app": "counter", "key": "order-17"}"#).path
    _ = try await harness.send("POST", session + "/push")
    _ = try await harness.send("DELETE", session)
    let subject = #""session":"\#(id(of: session))""#
    let events = await stream.events(4)
    #expect(
      events[1...2] == [
        "id: 1\nevent: created\ndata: {\(subject),\"key\":\"order-17\",\"at\":\"2026-01-02T03:04:05.678Z\"}\n",
        "id: 2\nevent: change\ndata: {\(subject),\"key\":\"order-17\",\"revision\":2,"
          + #""outputs":[{"seq":1,"name":"push","value":{"count":0}}]}\#n"#,
      ])
    #expect(events[3].hasPrefix("id: 3\nevent: deleted\ndata: {\(subject),\"revision\":2,\"at\":\""))
  }

  @Test("The full view of an app's event contains the action, the actor and the time")
  func full() async throws {
    let (harness, client) = try await openApp()
    let session = try await harness.session()
    let stream = try #require(try await client.listen(Self.path))
    let body = "{ \"type\":\r\n \"increment\"}"
    _ = try await harness.send("POST", session + "/actions", body, "X-Request-Id: q")
    #expect(
      await stream.events(2).last == "id: 2\nevent: change\ndata: {\"session\":\"\(id(of: session))\",\"revision\":2,"
        + #""at":"2026-01-02T03:04:05.678Z","actor":null,"by":null,"requestId":"q","action":{ "type":   "increment"},"outputs":[]}\#n"#
    )
  }

  @Test("The full view of an app's event names the session that sent the action as a message")
  func actor() async throws {
    let (harness, client) = try await openApp()
    let (here, there) = (try await harness.session(), try await harness.session())
    let stream = try #require(try await client.listen(Self.path))
    let message = #"{"to": "\#(id(of: there))", "action": {"type": "increment"}}"#
    #expect(try await harness.send("POST", here + "/messages", message).status == 202)
    while try await harness.send("GET", there)["ETag"] == "\"1\"" { harness.post.fireIfDue() }
    let event = try #require(await stream.events(3).last)
    #expect(event.contains(#"{"session":"\#(id(of: there))","revision":2,"#), "\(event)")
    let origin = #""actor":"\#(id(of: here))","by":null,"requestId":null"#
    #expect(event.contains(#"\#(origin),"action":{"type":"increment"}"#), "\(event)")
  }

  @Test("An app's event stream resumes after any event, by `after` or `Last-Event-ID`")
  func resumes() async throws {
    let (harness, client) = try await openApp()
    let all = try #require(try await client.listen(Self.path + "?after=0"))
    let sessions = [try await harness.session(), try await harness.session()]
    for _ in 0..<3 { for session in sessions { try await increment(harness, session) } }
    let events = await all.events(8)
    for known in 0...8 {
      let query = try #require(try await client.listen(Self.path + "?after=\(known)"))
      let field = try #require(try await client.listen(Self.path, "Last-Event-ID: \(known)"))
      #expect(await query.events(8 - known) == Array(events.dropFirst(known)))
      #expect(await field.events(8 - known) == Array(events.dropFirst(known)))
    }
  }

  @Test("An app's event stream contains no events of other apps")
  func otherApps() async throws {
    let harness = try await openAPI(.inProcess, apps: Example.apps)
    let client = InProcessClient(api: harness.api)
    let stream = try #require(try await client.listen(Self.path))
    _ = try await harness.session(of: "kettle")
    let session = try await harness.session()
    #expect(await stream.events(2).last?.contains(id(of: session)) == true)
  }

  @Test("Label and route filters select the sessions of an app's event stream, live and resumed")
  func filters() async throws {
    let (harness, client) = try await openApp()
    let filters = ["label=store:berlin&label=hall:2", "route=other", "route=counter&label=store:berlin"]
    let berlin = try await harness.session(#"{"app": "counter", "labels": {"store": "berlin", "hall": "2"}}"#).path
    let paris = try await harness.session(#"{"app": "counter", "labels": {"store": "paris"}}"#).path
    let cursor = 2
    for live in [true, false] {
      var streams: [HeldStream] = []
      for filter in filters {
        streams.append(try #require(try await client.listen(Self.path + "?after=\(cursor)&view=minimal&" + filter)))
      }
      if live { for session in [berlin, paris] { try await increment(harness, session) } }
      for (stream, isExpected) in zip(streams, [true, false, true]) where isExpected {
        #expect(await stream.events(1).allSatisfy { $0.contains(id(of: berlin)) })
      }
      #expect(streams.map { $0.text.contains(id(of: paris)) } == [false, false, false])
    }
  }

  @Test("A slow subscriber of an app's events misses no event and delays no other subscriber")
  func slow() async throws {
    let (harness, client) = try await openApp(configure: { ($0.queuedEvents, $0.queuedBytes) = (8, 2_000) })
    let session = try await harness.session()
    let slow = try #require(try await client.listen(Self.path))
    let quick = try #require(try await client.listen(Self.path))
    slow.hold()
    try await increment(harness, session, 60)
    #expect(await quick.events(61).count == 61)
    #expect(slow.text.utf8.count < 4_000)
    slow.release()
    #expect(await slow.events(61) == quick.events(61))
    try await increment(harness, session)
    #expect(await slow.events(62).last == quick.events(62).last)
    let fallbacks = try await harness.send("GET", "/metrics").text
    #expect(fallbacks.contains("navstate_app_listener_fallbacks_total 0") == false)
  }

  @Test("An app's event stream sends a reset for a cursor in the future or in pruned events")
  func reset() async throws {
    let (harness, client) = try await openApp()
    let session = try await harness.session()
    try await increment(harness, session, 3)
    let stream = try #require(try await client.listen(Self.path + "?after=9"))
    #expect(await stream.events(1) == ["id: 4\nevent: reset\ndata: {}\n"])
    // Only what is in a snapshot is pruned. With a change after a minute the snapshots are stored.
    harness.clock.advance(61_000)
    _ = try await harness.session()
    var retention = Retention()
    retention.revisions = 2
    await harness.registry.compact(retention)
    let late = try #require(try await client.listen(Self.path + "?after=1&view=minimal"))
    let events = await late.events(2)
    #expect(events[0].hasSuffix("event: reset\ndata: {}\n"))
    #expect(events[1].contains("\"revision\":3"))
  }

  @Test("A subscriber beyond an app's limit is refused until another one disconnects")
  func limit() async throws {
    var limits = SessionLimits()
    limits.listeners = 2
    let (harness, client) = try await openApp(limits: limits)
    let streams = [try await client.listen(Self.path), try await client.listen(Self.path + "?view=minimal")]
    let refused = try await harness.send("GET", Self.path, nil, "Accept: text/event-stream")
    #expect(refused.status == 429)
    #expect(try refused.json()["code"] == "too-many-listeners")
    streams[0]?.leave()
    #expect(try await client.listen(Self.path) != nil)
    #expect(try await harness.send("GET", "/metrics").text.contains("navstate_app_listeners 2"))
  }

  @Test("A request for the events of an unknown app gets 404")
  func unknownApp() async throws {
    let (harness, _) = try await openApp()
    let answer = try await harness.send("GET", "/v1/apps/nothing/events", nil, "Accept: text/event-stream")
    #expect(answer.status == 404)
    #expect(try answer.json()["code"] == "no-such-app")
  }

  @Test(
    "An app's event stream rejects invalid and unknown parameters",
    arguments: [
      ("?view=plan", "bad-parameter"), ("?label=berlin", "bad-parameter"), ("?after=x", "bad-parameter"),
      ("?outputs=1", "unknown-parameter"),
    ])
  func wrong(query: String, code: String) async throws {
    let (harness, _) = try await openApp()
    let answer = try await harness.send("GET", Self.path + query, nil, "Accept: text/event-stream")
    #expect(try answer.json()["code"]?.stringValue == code)
  }
}
