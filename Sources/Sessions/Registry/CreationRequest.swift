import JSON
import Navigation

/// The initial content of a new session.
package struct CreationRequest: Sendable {
  package let app: App
  /// Members that replace those of the app's data.
  package let data: JSONObject?
  package let navigation: JSONValue?
  /// The tree of the source session, for a fork.
  package let tree: Tree?
  /// A link of the app that opens the initial screen; instead of `navigation`.
  package let url: String?
  package let tokenHash: [UInt8]
  package let key: IdempotencyKey?
  /// Renders the response from the new session's JSON.
  package let render: @Sendable (_ session: [UInt8]) -> StoredResponse

  package init(
    app: App, data: JSONObject? = nil, navigation: JSONValue? = nil, url: String? = nil, tree: Tree? = nil,
    tokenHash: [UInt8], key: IdempotencyKey?,
    render: @escaping @Sendable ([UInt8]) -> StoredResponse
  ) {
    self.app = app
    self.data = data
    self.navigation = navigation
    self.tree = tree
    self.url = url
    self.tokenHash = tokenHash
    self.key = key
    self.render = render
  }
}

/// The result of a session's creation.
package enum Creation: Sendable {
  case created(SessionID, StoredResponse, revision: Int)
  case replayed(StoredResponse)
  case refused(Refused)
  /// The app is closed to new sessions.
  case withdrawn
  case keyReused
  case keyInProgress
  case journalBusy
  case failed(JournalFailure)
}
