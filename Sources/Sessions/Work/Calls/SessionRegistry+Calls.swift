import JSON
import Navigation

extension SessionRegistry {
  /// Reads the calls of a session that have no answer.
  package func readCalls(of id: SessionID) async -> Outcome {
    let outcome = await awaiting { [self] in read(.revision, of: id, answer: $0) }
    guard case .session(_, let revision) = outcome else { return outcome }
    do throws(JournalFailure) {
      return .session(JSONWriter.list(try await environment.journal.calls(.session(id))), revision: revision)
    } catch {
      return .failed(error)
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
