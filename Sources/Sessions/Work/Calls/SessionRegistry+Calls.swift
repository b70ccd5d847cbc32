import JSON
import Navigation

extension SessionRegistry {
  /// Reads the calls of a session that have no answer.
  package func readCalls(of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    read(.revision, of: id) { [journal = environment.journal] outcome in
      guard case .session(_, let revision) = outcome else { return answer(outcome) }
      journal.calls(.session(id)) { result in
        switch result {
        case .success(let calls): answer(.session(JSONWriter.list(calls), revision: revision))
        case .failure(let failure): answer(.failed(failure))
        }
      }
    }
  }
}

extension JSONWriter {
  /// Returns the calls as `{"items": […]}`, without paths, header fields and contents, which may have secrets of the
  /// definition.
  fileprivate static func list(_ calls: [CallRow]) -> [UInt8] {
    let items = calls.map { call in
      JSONValue.object([
        "id": CallReply(stored: call.reply).id.map(JSONValue.string) ?? .null,
        "screen": call.screen.map(JSONValue.string) ?? .null, "method": .string(call.request.method),
        "host": .string(call.request.authority), "revision": .integer(Int64(call.revision)),
        "at": .string(JSONTimestamp.text(call.at)), "attempts": .integer(Int64(call.attempts)),
        "nextAttemptAt": .string(JSONTimestamp.text(call.due)),
        "lastFailure": call.failure.map(JSONValue.string) ?? .null,
      ])
    }
    return JSONValue.object(["items": .array(items)]).bytes
  }
}
