import JSON
import Navigation

/// What a client wants done to a session: one action, or several that are carried out together or not at all.
package struct ActionRequest: Sendable {
  package let actions: [Action]
  /// Where in its own past the session is to go; there are no actions then.
  package let historyMove: HistoryMove?
  /// What is to be sent to another session; there are no actions then.
  package let message: SentMessage?
  /// Whether they came as a batch, which a fault's pointer has to say.
  package let isBatch: Bool
  /// The action as it was sent, as JSON text.
  package let sent: [UInt8]
  package let precondition: Precondition?
  package let key: IdempotencyKey?
  /// The lease that the client shows, if any.
  package let lease: String?
  /// Whether the receipt holds the session.
  package let wantsSession: Bool
  package let actor: String?
  /// Whether it is only asked what would be answered.
  package let isDryRun: Bool

  package init(
    actions: [Action], historyMove: HistoryMove? = nil, message: SentMessage? = nil, isBatch: Bool, sent: [UInt8],
    precondition: Precondition?,
    key: IdempotencyKey?,
    lease: String? = nil, wantsSession: Bool, actor: String?, isDryRun: Bool = false
  ) {
    self.actions = actions
    self.historyMove = historyMove
    self.message = message
    self.isBatch = isBatch
    self.sent = sent
    self.precondition = precondition
    self.key = key
    self.lease = lease
    self.wantsSession = wantsSession
    self.actor = actor
    self.isDryRun = isDryRun
  }

  /// The same with a message that nobody can get: it is refused where everything else has been looked at.
  func sendingToNobody() -> ActionRequest {
    ActionRequest(
      actions: [], message: message.map { SentMessage(to: "", $0.action) }, isBatch: isBatch, sent: sent,
      precondition: precondition, key: key, lease: lease, wantsSession: wantsSession, actor: actor)
  }
}

/// The revisions at which a request is to be carried out, and no other (RFC 9110 §13.1.1).
package enum Precondition: Sendable, Equatable {
  case any
  case revisions([Int])

  func holds(at revision: Int) -> Bool {
    switch self {
    case .any: true
    case .revisions(let revisions): revisions.contains(revision)
    }
  }
}

/// A client's name for a request, so that it can be sent again without being carried out again.
package struct IdempotencyKey: Sendable {
  package let text: String
  /// The name under which the answer was kept before keys were told apart by credential.
  package let formerText: String?
  /// SHA-256 of what is asked: another request under the same key is a mistake.
  package let fingerprint: [UInt8]
  /// Makes the answer to a refusal, to be kept with the key.
  package let render: @Sendable (Refused) -> StoredResponse

  package init(
    text: String, formerText: String? = nil, fingerprint: [UInt8],
    render: @escaping @Sendable (Refused) -> StoredResponse
  ) {
    self.text = text
    self.formerText = formerText
    self.fingerprint = fingerprint
    self.render = render
  }
}

package struct StoredResponse: Sendable, Equatable {
  package let status: Int
  package let body: [UInt8]

  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
