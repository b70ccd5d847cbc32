import JSON
import Navigation

/// The initial content of a new session.
package struct CreationRequest: Sendable {
  package let app: App
  /// The id of the session; nil: it gets one.
  package let id: SessionID?
  /// Members to merge into the app's data.
  package let data: JSONObject?
  package let navigation: JSONValue?
  /// The tree of the source session, for a fork.
  package let tree: Tree?
  /// A link of the app that opens the initial screen; instead of `navigation`.
  package let url: String?
  package let tokenHash: [UInt8]
  package internal(set) var metadata: SessionMetadata
  /// Whether the session of the app that has the key is the result, if there is one. Otherwise it is an error.
  package let returnsExisting: Bool
  package let key: IdempotencyKey?
  /// The action that is carried out with the creation, or refuses it. Its receipt is the response, and its key belongs to
  /// the session.
  package let first: ActionRequest?
  /// The pointer to the content in the body of the request, for faults.
  package let place: JSONPointer
  /// Renders the response from the new session's JSON.
  package let render: @Sendable (_ session: [UInt8]) -> StoredResponse

  package init(
    app: App, id: SessionID? = nil, data: JSONObject? = nil, navigation: JSONValue? = nil, url: String? = nil,
    tree: Tree? = nil,
    tokenHash: [UInt8], metadata: SessionMetadata = SessionMetadata(), returnsExisting: Bool = false,
    key: IdempotencyKey?, first: ActionRequest? = nil, place: JSONPointer = JSONPointer(),
    render: @escaping @Sendable ([UInt8]) -> StoredResponse
  ) {
    self.app = app
    self.id = id
    self.data = data
    self.navigation = navigation
    self.tree = tree
    self.url = url
    self.tokenHash = tokenHash
    self.metadata = metadata
    self.returnsExisting = returnsExisting
    self.key = key
    self.first = first
    self.place = place
    self.render = render
  }
}

/// The result of a session's creation.
package enum Creation: Sendable {
  case created(SessionID, StoredResponse, revision: Int)
  /// The session that has the key, as JSON.
  case existing(SessionID, [UInt8], revision: Int)
  case replayed(StoredResponse)
  case refused(ActionError)
  /// The app is closed to new sessions.
  case withdrawn
  case keyReused
  case keyInProgress
  /// The creations of the app that wait for a turn have reached their limit.
  case turnsBusy
  case journalBusy
  case failed(JournalFailure)
}
