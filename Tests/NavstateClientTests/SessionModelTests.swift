import ExampleApps
import JSON
import Navigation
import Testing

@testable import NavstateClient

@Suite("The model of a session")
struct SessionModelTests {
  private static func snapshot(_ revision: Int, counts: [Int64]) throws -> SessionSnapshot {
    let screens = counts.enumerated().map { index, count -> JSONValue in
      [
        "id": .string("a\(index + 1)"), "route": "counter", "params": ["count": .integer(count)],
        "state": ["count": .integer(count)],
      ]
    }
    return try SessionSnapshot(json: [
      "id": "s_1", "app": "counter", "appVersion": 1, "revision": .integer(Int64(revision)),
      "navigation": [
        "id": "root", "kind": "stack", "selected": .integer(Int64(counts.count - 1)), "screens": .array(screens),
        "presented": [],
      ],
      "data": [:],
    ])
  }

  private static func model(queue: [QueuedRequest] = []) throws -> SessionModel {
    SessionModel(try snapshot(1, counts: [0]), app: Counter.app, queue: queue)
  }

  private static let push: JSONObject = ["type": "push", "route": "counter", "params": ["count": 5]]

  @Test("A revision that may contain the effect of the sent request is held until the answer")
  func holds() throws {
    var model = try Self.model()
    model.append(model.request("actions", Self.push, at: 0))
    model.beginSending()
    model.receive(try Self.snapshot(2, counts: [0, 5]))
    #expect(model.counts == [0, 5])
    #expect(model.confirmed.revision == 1)
    #expect(model.knownRevision == 2)
    let serverIDs = model.confirm(nil, newIDs: ["a2"])
    #expect(serverIDs.values.sorted() == ["a2"])
    #expect(model.counts == [0, 5])
    #expect(model.confirmed.revision == 2)
    #expect(model.queue.isEmpty)
  }

  @Test("A busy answer releases held revisions, unless an earlier attempt had no answer")
  func busy() throws {
    var model = try Self.model()
    model.append(model.request("actions", Self.push, at: 0))
    model.beginSending()
    model.receive(try Self.snapshot(2, counts: [0, 7]))
    model.endAttempt(isPostponed: true)
    #expect(model.counts == [0, 7, 5])
    model.beginSending()
    model.endAttempt(isPostponed: false)
    model.beginSending()
    model.endAttempt(isPostponed: true)
    model.receive(try Self.snapshot(3, counts: [0, 7, 5]))
    #expect(model.counts == [0, 7, 5])
    _ = model.confirm(nil, newIDs: ["a3"])
    #expect(model.counts == [0, 7, 5])
  }

  @Test("Stored requests are not predicted before the outcome of the first one is known")
  func restored() throws {
    var former = try Self.model()
    former.append(former.request("actions", Self.push, at: 0))
    former.append(former.request("actions", ["type": "increment"], at: 0))
    var model = SessionModel(try Self.snapshot(2, counts: [0, 5]), app: Counter.app, queue: former.queue)
    #expect(model.counts == [0, 5])
    model.beginSending()
    _ = model.confirm(nil, newIDs: ["a2"])
    #expect(model.counts == [0, 6])
  }

  @Test("A request with an unknown effect stops predictions until its answer")
  func unknown() throws {
    var model = try Self.model()
    model.append(model.request("undo", [:], at: 0))
    model.append(model.request("actions", Self.push, at: 0))
    #expect(model.counts == [0])
    model.beginSending()
    model.refuse()
    #expect(model.counts == [0, 5])
  }

  @Test("A queued request refers to earlier screens by the server's ids once they are known")
  func names() throws {
    var model = try Self.model()
    model.append(model.request("actions", Self.push, at: 0))
    let id = model.tree.current.id
    model.append(model.request("actions", ["type": "increment", "source": .string(id)], at: 0))
    model.beginSending()
    _ = model.confirm(try Self.snapshot(2, counts: [0, 5]), newIDs: ["a2"])
    #expect(model.queue[0].body["source"] == "a2")
    #expect(model.request("actions", ["type": "pop", "source": .string(id)], at: 0).body["source"] == "a2")
    #expect(model.viewID(of: "a2") == id)
  }

  @Test("A stored queue is read back unchanged")
  func stored() throws {
    var model = try Self.model()
    model.append(model.request("actions", Self.push, at: 7))
    #expect(model.queue[0].provisionalIDs.count == 1)
    #expect(try [QueuedRequest](json: JSONValue(parsing: model.queue.json.bytes)) == model.queue)
  }
}

extension SessionModel {
  fileprivate var counts: [Int64?] { tree.root.screens.map { $0.state["count"]?.integerValue } }
}
