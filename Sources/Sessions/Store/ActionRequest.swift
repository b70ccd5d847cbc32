import JSON
import Navigation

/// A client's request to change a session: one action, or a batch that is applied as a whole or not at all.
package final class ActionRequest: Sendable {
  package let actions: [Action]
  /// The requested undo, redo or jump; `actions` is empty then.
  package let historyMove: HistoryMove?
  /// The message to send to another session; `actions` is empty then.
  package let message: SentMessage?
  /// Whether the actions came as a batch; error pointers then include the index of the action.
  package let isBatch: Bool
  /// The action as received, as JSON text.
  package let sent: [UInt8]
  package let precondition: Precondition?
  package let key: IdempotencyKey?
  /// The lease id in the request, if any.
  package let lease: String?
  /// Whether the receipt includes the session.
  package let wantsSession: Bool
  package let origin: ChangeOrigin
  /// Whether the request is only tried out, without effect.
  package let isDryRun: Bool
  /// Whether a backend has sent the request, which may do more than clients.
  package let isFromBackend: Bool
  /// The creation that the receipt tells; nil: the request asks for none.
  package let creation: RequestedCreation?
  /// Whether an action asks to make its source again if it is gone.
  let mayReopen: Bool
  /// The screens that are gone and may be made again; nil: not looked up.
  let gone: [Screen.ID: GoneScreen]?
  /// The report of an amendment, for the receipt; nil: the request is none, or not evaluated.
  let report: AmendmentReport?
  /// The job that makes the request; nil: a client, a timer or a message. Its outcome has no receipt without a change.
  package let batch: BatchID?

  package init(
    actions: [Action] = [], historyMove: HistoryMove? = nil, message: SentMessage? = nil, isBatch: Bool = false,
    sent: [UInt8] = [], precondition: Precondition? = nil, key: IdempotencyKey? = nil, lease: String? = nil,
    wantsSession: Bool = false, origin: ChangeOrigin = ChangeOrigin(), isDryRun: Bool = false,
    isFromBackend: Bool = false, creation: RequestedCreation? = nil, gone: [Screen.ID: GoneScreen]? = nil,
    report: AmendmentReport? = nil, batch: BatchID? = nil
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
    self.origin = origin
    self.isDryRun = isDryRun
    self.isFromBackend = isFromBackend
    self.creation = creation
    self.gone = gone
    self.report = report
    mayReopen = actions.contains { $0.mayReopen }
    self.batch = batch
  }

  /// A copy that a batch job makes.
  ///
  /// - Parameter origin: The request that started the job.
  func ofBatch(_ batch: BatchID, _ origin: ChangeOrigin, isDryRun: Bool = false) -> ActionRequest {
    ActionRequest(
      actions: actions, historyMove: historyMove, isBatch: isBatch, sent: sent,
      origin: origin.with(actor: batch.actor), isDryRun: isDryRun, isFromBackend: true, batch: batch)
  }

  /// The amendment that the request asks for; nil: it asks for something else.
  var amendment: Amendment? { if case .amend(let amendment)? = historyMove { amendment } else { nil } }

  /// A copy of an amendment that was evaluated.
  func with(report: AmendmentReport) -> ActionRequest {
    ActionRequest(
      actions: [], historyMove: historyMove, isBatch: isBatch,
      sent: amendment?.stored(with: report) ?? sent, precondition: precondition, key: key,
      lease: lease, wantsSession: wantsSession, origin: origin, isDryRun: isDryRun, isFromBackend: isFromBackend,
      report: report)
  }

  /// A copy with the screens that may be made again.
  func with(gone: [Screen.ID: GoneScreen]) -> ActionRequest {
    ActionRequest(
      actions: actions, isBatch: isBatch, sent: sent, precondition: precondition, key: key, lease: lease,
      wantsSession: wantsSession, origin: origin, isDryRun: isDryRun, isFromBackend: isFromBackend, creation: creation,
      gone: gone, batch: batch)
  }

  /// A copy of the first action of a session, whose sender is known with the session.
  package func sent(by origin: ChangeOrigin, isFromBackend: Bool) -> ActionRequest {
    ActionRequest(
      actions: actions, isBatch: isBatch, sent: sent, precondition: precondition, key: key, lease: lease,
      wantsSession: wantsSession, origin: origin, isDryRun: isDryRun, isFromBackend: isFromBackend, creation: creation)
  }

  /// A copy whose message has no recipient, so that it is refused after all other checks.
  func withoutRecipient() -> ActionRequest {
    ActionRequest(
      actions: [], message: message.map { SentMessage(to: "", $0.action) }, isBatch: isBatch, sent: sent,
      precondition: precondition, key: key, lease: lease, wantsSession: wantsSession, origin: origin)
  }
}

/// The result of a request for the creation of a session, if there is none yet.
package enum RequestedCreation: Sendable {
  case existing
  /// - token: The token of the new session; nil: the client gets none.
  case created(token: String?)

  /// Writes the members of the receipt.
  func write(to json: inout JSONWriter) {
    switch self {
    case .existing: json.append(",\"created\":false")
    case .created(let token):
      json.append(",\"created\":true")
      guard let token else { return }
      json.append(",\"token\":", string: token)
    }
  }
}

/// The revisions at which a request may be carried out (RFC 9110 §13.1.1).
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
