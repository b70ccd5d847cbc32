import AppDefinitions
import JSON
import Navigation
import Synchronization
import TestSupport

@testable import Sessions

/// Sessions of an app that calls other servers, and one such server.
struct CallHarness {
  private static let definition = #"""
    {"app": "caller", "version": 1, "data": {"notes": []}, "root": {"kind": "stack", "initial": "home"},
    "actions": {
      "ask": {"do": {"call": "http://pay.example/a", "then": {"type": "note", "text": "${string(answer.status)}"},
        "otherwise": {"type": "note", "text": "${answer.reason}"}}},
      "plain": {"do": {"call": "http://pay.example/a", "then": {"type": "note", "text": "${answer.body}"}}},
      "number": {"do": {"call": "http://pay.example/a", "id": "number", "attempts": 2, "deadline": "PT3S",
        "then": {"type": "note", "text": "${answer.body.number}"}, "otherwise": {"type": "note", "text": "${answer.reason}"}}},
      "stop": {"do": {"cancel": "number"}},
      "loop": {"do": {"call": "http://pay.example/a", "then": {"type": "loop"}}},
      "note": {"args": {"text": "string"}, "do": {"append": {"data.notes": "args.text"}}},
      "again": {"do": {"restart": true}}},
    "routes": {"home": {}, "log": {
      "onEnter": {"call": "http://log.example/in", "then": {"type": "note", "text": "in"}},
      "onLeave": {"call": "http://log.example/out", "then": {"type": "note", "text": "out"}}}, "pay": {"state": {"paid": false}, "actions": {
      "pay": {"do": {"call": "http://pay.example/p", "then": {"type": "paid"}}},
      "paid": {"do": {"set": {"state.paid": "true"}}}}}}}
    """#

  let app: App
  let harness: SessionsHarness
  let server = OtherServer()

  init() throws {
    app = try AppDefinition(try JSONValue(parsing: Self.definition)).app
    harness = SessionsHarness(apps: [app])
  }

  func start(
    _ harness: SessionsHarness, refused: @escaping @Sendable (CallRow, ActionError) -> Void = { _, _ in }
  ) -> ManualTimer {
    let wakeup = ManualTimer { [clock = harness.clock] in clock.now }
    harness.registry.startCalls(wakeup, refused: refused) { [server] call in
      await awaiting { server.receive(call, $0) }
    }
    return wakeup
  }

  func asked(_ type: String = "ask") throws -> SessionID {
    let id = try harness.session(app)
    harness.commit(Action(type), to: id)
    return id
  }

  func notes(_ id: SessionID, in harness: SessionsHarness? = nil) throws -> JSONValue? {
    try (harness ?? self.harness).store(id).state.withLock { $0.draft.tree.data["notes"] }
  }
}

/// A server that responds when the test calls `answer`.
final class OtherServer: Sendable {
  private typealias Ended = @Sendable (CallAttempt) -> Void
  private let state = Mutex<(keys: [String], waiting: [Ended])>(([], []))

  var keys: [String] { state.withLock { $0.keys } }

  func receive(_ call: CallRow, _ ended: @escaping @Sendable (CallAttempt) -> Void) {
    state.withLock { state in
      state.keys.append(call.key)
      state.waiting.append(ended)
    }
  }

  /// Responds to all waiting requests.
  ///
  /// - Returns: false if there are none.
  @discardableResult
  func answer(_ attempt: CallAttempt) -> Bool {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for ended in waiting { ended(attempt) }
    return !waiting.isEmpty
  }
}
