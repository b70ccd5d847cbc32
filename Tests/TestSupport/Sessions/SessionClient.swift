import JSON
import Navigation
import Sessions

/// Sends requests to sessions as the handlers of a server do, on any journal.
package struct SessionClient: Sendable {
  package let registry: SessionRegistry

  package init(_ registry: SessionRegistry) { self.registry = registry }

  package func create(
    _ app: App, data: JSONObject? = nil, navigation: JSONValue? = nil, key: IdempotencyKey? = nil
  ) async -> Creation {
    let request = CreationRequest(app: app, data: data, navigation: navigation, tokenHash: [1, 2, 3], key: key) {
      StoredResponse(status: 201, body: $0)
    }
    return await registry.create(request)
  }

  /// Sends actions; several are a batch.
  package func send(
    _ actions: [Action], to id: SessionID, ifMatch precondition: Precondition? = nil, key: IdempotencyKey? = nil,
    wantsSession: Bool = false
  ) async -> Outcome {
    let list = actions.map { JSONValue.object($0.fields) }
    let sent = list.count == 1 ? list[0].bytes : (["actions": .array(list)] as JSONValue).bytes
    return await perform(
      ActionRequest(
        actions: actions, isBatch: actions.count > 1, sent: sent, precondition: precondition, key: key,
        wantsSession: wantsSession), on: id)
  }

  /// Sends an undo, a redo or a jump.
  package func move(
    _ historyMove: HistoryMove, in id: SessionID, key: IdempotencyKey? = nil, wantsSession: Bool = false
  ) async -> Outcome {
    await perform(
      ActionRequest(
        actions: [], historyMove: historyMove, isBatch: false, sent: Array(#"{"type":"travel"}"#.utf8),
        precondition: nil, key: key, wantsSession: wantsSession), on: id)
  }

  package func read(_ reading: SessionStore.Reading, of id: SessionID) async -> Outcome {
    await awaiting { [registry] in registry.read(reading, of: id, answer: $0) }
  }

  private func perform(_ request: ActionRequest, on id: SessionID) async -> Outcome {
    await awaiting { [registry] in registry.perform(request, on: id, answer: $0) }
  }
}
