import API
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Event streams of sessions", .closesAPIs)
struct EventTests {
  @Test("An event stream begins with a snapshot and then sends each revision")
  func live() async throws {
    let (harness, client, session) = try await openListener()
    let former = try await harness.send("GET", session).text
    let stream = try #require(try await client.listen(session + "/events"))
    #expect(await stream.events(1) == ["id: 1\nevent: snapshot\ndata: \(former)\n"])
    _ = try await harness.send("POST", session + "/actions", "{ \"type\":\r\n \"push\"}", "X-Request-Id: q")
    let now = try await harness.send("GET", session).text
    #expect(
      await stream.events(2).last == #"id: 2\#nevent: change\#ndata: {"revision":2,"action":{ "type":   "push"},"#
        + #""by":null,"requestId":"q","outputs":[{"seq":1,"name":"push","value":{"count":0}}],"session":\#(now)}\#n"#)
    let head = stream.head
    #expect(head.status == 200)
  }

  @Test("An event stream without missed events still begins with a comment")
  func opening() async throws {
    let (_, client, session) = try await openListener()
    let stream = try #require(try await client.listen(session + "/events?view=plan&after=1"))
    // The comment shows a client that no proxy buffers the stream.
    #expect(stream.text == ": \n\n")
  }

  @Test("The minimal view of an event stream omits the session, and `outputs=1` sends only outputs")
  func views() async throws {
    let (harness, client, session) = try await openListener()
    let minimal = try #require(try await client.listen(session + "/events?view=minimal"))
    let outputs = try #require(try await client.listen(session + "/events?outputs=1"))
    _ = try await harness.send("POST", session + "/actions", #"{"type": "increment"}"#, "X-Request-Id: q")
    _ = try await harness.send("POST", session + "/push", nil, "X-Request-Id: q")
    let origin = #""by":null,"requestId":"q""#
    let output = #"{"seq":1,"name":"push","value":{"count":1}}"#
    #expect(
      await minimal.events(3).dropFirst() == [
        #"id: 2\#nevent: change\#ndata: {"revision":2,"action":{"type": "increment"},\#(origin),"outputs":[]}\#n"#,
        #"id: 3\#nevent: change\#ndata: {"revision":3,"action":{"type":"push"},\#(origin),"outputs":[\#(output)]}\#n"#,
      ])
    #expect(
      await outputs.events(1) == [
        #"id: 1\#nevent: output\#ndata: {"seq":1,"revision":3,"at":"2026-01-02T03:04:05.678Z",\#(origin),"name":"push","#
          + #""value":{"count":1}}\#n"#
      ])
  }

  @Test("The events of changes that came with an import are marked")
  func imported() async throws {
    let (harness, client, session) = try await openListener()
    _ = try await harness.send("POST", session + "/push")
    let archive = try await harness.send("GET", session + "/export").text
    #expect(try await harness.send("DELETE", session).status == 204)
    let made = try await harness.send("POST", "/v1/imports", archive, "Content-Type: application/x-ndjson")
    #expect(made.status == 201)
    _ = try await harness.send("POST", session + "/push")
    for query in ["view=minimal&after=1", "view=plan&after=1", "outputs=1&after=0"] {
      let stream = try #require(try await client.listen(session + "/events?" + query))
      #expect(await stream.events(2).map { $0.contains(#","imported":true}"#) } == [true, false], "\(query)")
    }
  }

  @Test("An event stream resumes after any known revision with the same events", arguments: [true, false])
  func resumes(full: Bool) async throws {
    let (harness, client, session) = try await openListener()
    let path = session + "/events" + (full ? "" : "?view=minimal")
    let first = try #require(try await client.listen(path))
    for action in ["push", "pop", "undo", "push", "undo", "redo"] {
      harness.clock.advance(3)
      _ = try await harness.send("POST", session + "/" + action)
    }
    let told = await first.events(7)
    for known in 1...7 {
      let again = try #require(try await client.listen(path, "Last-Event-ID: \(known)"))
      #expect(await again.events(7 - known) == Array(told.dropFirst(known)))
      again.leave()
    }
    let query = try #require(try await client.listen(session + "/events?after=5&view=minimal"))
    #expect(await query.events(2).count == 2)
    let outputs = try #require(try await client.listen(session + "/events?outputs=1&after=1"))
    #expect(await outputs.events(1).map { $0.prefix(5) } == ["id: 2"])
  }

  @Test("An event reports a refused timer action, live and after resuming", arguments: ["?view=minimal", "?view=full"])
  func refused(view: String) async throws {
    let harness = try await openAPI(.inProcess, apps: [TimerTestApp.app])
    let (client, session) = (InProcessClient(api: harness.api), try await harness.session(of: "kettle"))
    let boil = #"{"type": "boil", "after": 1000, "then": {"type": "leak"}}"#
    _ = try await harness.send("POST", session + "/actions", boil)
    let live = try #require(try await client.listen(session + "/events" + view))
    _ = try await harness.send("POST", session + "/timers/t2/fire", nil, "X-Request-Id: q")
    let event = try #require(await live.events(2).last)
    #expect(
      event.hasPrefix(
        #"id: 3\#nevent: change\#ndata: {"revision":3,"action":{"type":"screen","id":"a1","action":{"type":"leak"}},"#
          + #""by":null,"requestId":"q","outputs":[],"refused":{"code":"empty","detail":"The kettle is empty."}"#))
    let later = try #require(try await client.listen(session + "/events" + view, "Last-Event-ID: 2"))
    #expect(await later.events(1) == [event])
  }

  @Test("Changes during the replay of missed events are sent exactly once")
  func meanwhile() async throws {
    let (harness, client, session) = try await openListener()
    for _ in 0..<150 { _ = try await harness.send("POST", session + "/actions", #"{"type": "increment"}"#) }
    let stream = try #require(try await client.listen(session + "/events?view=minimal&after=1"))
    for _ in 0..<40 { _ = try await harness.send("POST", session + "/actions", #"{"type": "increment"}"#) }
    let ids = await stream.events(190).map { $0.prefix { $0 != "\n" } }
    #expect(ids == (2...191).map { "id: \($0)" })
  }

  @Test(
    "Missed events are sent in parts of at most half the queue limit",
    arguments: [(events: 7, bytes: 1 << 20), (events: 1, bytes: 1 << 20), (events: 100, bytes: 10_000)])
  func parts(limit: (events: Int, bytes: Int)) async throws {
    let (harness, client, session) = try await openListener(configure: { ($0.queuedEvents, $0.queuedBytes) = limit })
    for _ in 0..<20 { _ = try await harness.send("POST", session + "/push") }
    let stream = try #require(try await client.listen(session + "/events?after=1"))
    let longest = await stream.events(20).map(\.utf8.count).max() ?? 0
    #expect(stream.parts.count > 2)
    for part in stream.parts {
      #expect((1...max(1, limit.events / 2)).contains(part.split(separator: "\n\n").count))
      #expect(part.utf8.count < limit.bytes / 2 + longest)
    }
  }

  @Test("Deleting a session closes its event stream, and a new request for it gets 204")
  func closed() async throws {
    let (harness, client, session) = try await openListener()
    let stream = try #require(try await client.listen(session + "/events"))
    _ = try await harness.send("DELETE", session)
    #expect(await stream.events(2).last == "event: closed\ndata: {}\n")
    #expect(stream.isClosed)
    #expect(try await harness.send("GET", session + "/events", nil, "Accept: text/event-stream").status == 204)
    let other = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/events"
    #expect(try await harness.send("GET", other, nil, "Accept: text/event-stream").status == 404)
  }

  @Test("A session lists its event stream subscribers until they disconnect")
  func listeners() async throws {
    let (harness, client, session) = try await openListener()
    let one = try #require(try await client.listen(session + "/events?name=television"))
    harness.clock.advance(1_000)
    let two = try #require(try await client.listen(session + "/events"))
    let items = try await harness.send("GET", session + "/listeners").json()["items"]?.arrayValue ?? []
    #expect(items.map { $0["name"] } == ["television", .null])
    #expect(items.map { $0["since"] } == ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:06.678Z"])
    one.leave()
    two.leave()
    #expect(try await harness.send("GET", session + "/listeners").json() == ["items": []])
  }

  @Test("A disconnected event stream is released", arguments: ["", "?after=1", "?outputs=1", "?outputs=1&after=0"])
  func leaving(query: String) async throws {
    let (harness, client, session) = try await openListener()
    _ = try await harness.send("POST", session + "/push")
    let gone = Gone()
    do {
      let stream = try #require(try await client.listen(session + "/events" + query))
      if query != "?outputs=1" { _ = await stream.events(1) }
      gone.stream = stream
      stream.leave()
    }
    for _ in 0..<100_000 where gone.stream != nil { await Task.yield() }
    #expect(gone.stream == nil)
  }

  @Test("A long poll is released after its response and after its timeout", arguments: [true, false])
  func pollLeaving(isAnswered: Bool) async throws {
    let (harness, client, session) = try await openListener()
    let gone = Gone()
    do {
      let (writer, answer) = try client.poll(session, "If-None-Match: \"1\"", "Prefer: wait=25")
      gone.writer = writer
      if isAnswered { _ = try await harness.send("POST", session + "/push") } else { writer.giveUp() }
      #expect(await answer.value.status == (isAnswered ? 200 : 304))
    }
    for _ in 0..<100_000 where gone.writer != nil { await Task.yield() }
    #expect(gone.writer == nil)
  }

  @Test(
    "An event stream rejects invalid and unknown parameters",
    arguments: [
      ("?outputs=2", 400, "bad-parameter"), ("?view=some", 400, "bad-parameter"), ("?after=x", 400, "bad-parameter"),
      ("?name=", 400, "bad-parameter"), ("?since=1", 400, "unknown-parameter"),
      ("?refusals=2", 400, "bad-parameter"),
    ])
  func refusals(example: (query: String, status: Int, code: String)) async throws {
    let (harness, _, session) = try await openListener()
    let answer = try await harness.send("GET", session + "/events" + example.query, nil, "Accept: text/event-stream")
    #expect(answer.status == example.status)
    #expect(try answer.json()["code"] == .string(example.code))
  }

  @Test("With `refusals=1` an event stream sends refused actions between the changes")
  func refused() async throws {
    let (harness, client, session) = try await openListener()
    let curious = try #require(try await client.listen(session + "/events?view=minimal&refusals=1"))
    let other = try #require(try await client.listen(session + "/events?view=minimal"))
    // Refusals are sent only to streams that have begun.
    _ = await curious.events(1)
    _ = try await harness.send("POST", session + "/push")
    harness.clock.advance(1)
    let refused = try await harness.send(
      "POST", session + "/actions", "{\"type\":\r\n \"dismiss\"}", "X-Request-Id: q"
    ).json()
    for body in ["{}", #"{"type":"nope"}"#] { _ = try await harness.send("POST", session + "/actions", body) }
    _ = try await harness.send("POST", session + "/redo")
    _ = try await harness.send("POST", session + "/pop")
    let events = await curious.events(6)
    #expect(
      events[2] == #"event: refused\#ndata: {"revision":2,"at":"2026-01-02T03:04:05.679Z","#
        + #""action":{"type":   "dismiss"},"actor":null,"by":null,"requestId":"q","problem":{"code":"nothing-to-dismiss","#
        + #""status":409,"detail":\#(refused["detail"]?.text ?? "")}}\#n"#)
    #expect(events[3].contains(#""code":"unknown-action","status":422"#))
    #expect(events[4].contains(#""action":{"type":"redo"}"#) && events[4].contains("nothing-to-redo"))
    #expect(events[5].hasPrefix("id: 3\nevent: change\n"))
    #expect(await other.events(3).map { $0.prefix(5) } == ["id: 1", "id: 2", "id: 3"])
  }

  @Test("With `refusals=1` an event stream sends refused timer actions and messages with their actor")
  func refusedFromWithin() async throws {
    let harness = try await openAPI(.inProcess, apps: [TimerTestApp.app, MessageTestApp.app])
    let client = InProcessClient(api: harness.api)
    let kettle = try await harness.session(of: "kettle")
    let boil = #"{"type": "boil", "after": 5, "then": {"type": "leak"}}"#
    _ = try await harness.send("POST", kettle + "/actions", boil)
    let timers = try #require(try await client.listen(kettle + "/events?view=minimal&refusals=1"))
    _ = await timers.events(1)
    _ = try await harness.send("POST", kettle + "/timers/t2/fire", nil, "X-Request-Id: q")
    let fired = await timers.events(3)[1]
    #expect(fired.contains(#""actor":"timer","by":null,"requestId":"q","problem":{"code":"empty","status":409"#))

    let (here, there) = (try await harness.session(of: "walkie"), try await harness.session(of: "walkie"))
    let messages = try #require(try await client.listen(there + "/events?view=minimal&refusals=1"))
    _ = await messages.events(1)
    let (from, to) = (here.split(separator: "/").last ?? "", there.split(separator: "/").last ?? "")
    _ = try await harness.send("POST", here + "/messages", #"{"to": "\#(to)", "action": {"type": "hangUp"}}"#)
    // The first ring may only check for messages of an earlier process. The loop rings until the event arrives.
    while messages.count < 2 {
      harness.post.fireIfDue()
      await Task.yield()
    }
    let told = await messages.events(2)[1]
    let origin = #""actor":"\#(from)","by":null,"requestId":null"#
    #expect(told.contains(#""action":{"type":"hangUp"},\#(origin),"problem":{"code":"silent""#))
  }

  @Test("A long poll responds when the session changes")
  func longPoll() async throws {
    let (harness, client, session) = try await openListener()
    let (_, answer) = try client.poll(session, "If-None-Match: \"1\"", "Prefer: wait=25")
    _ = try await harness.send("POST", session + "/push")
    let response = await answer.value
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == (try await harness.send("GET", session).text))
  }

  @Test("A long poll gets 304 at its timeout, and 200 at once for a different entity tag")
  func quietPoll() async throws {
    let (harness, client, session) = try await openListener()
    let (writer, answer) = try client.poll(session, "If-None-Match: \"1\"", "Prefer: wait=25")
    writer.giveUp()
    #expect(await answer.value.status == 304)
    let (_, other) = try client.poll(session, "If-None-Match: \"7\"", "Prefer: wait=25")
    #expect(await other.value.status == 200)
    #expect(try await harness.send("GET", session + "/listeners").json() == ["items": []])
  }
}

/// Weak references to objects that have to be released.
private final class Gone {
  weak var stream: HeldStream?
  weak var writer: HeldReply?
}

/// Opens an API with a session and a client that can read its event stream.
func openListener(
  configure: (inout API.Configuration) -> Void = { _ in }
) async throws -> (harness: APIHarness, client: InProcessClient, session: String) {
  let (harness, session) = try await openSession(.inProcess, configure: configure)
  return (harness, InProcessClient(api: harness.api), session)
}
