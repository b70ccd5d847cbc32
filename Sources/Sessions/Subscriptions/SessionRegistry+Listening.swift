import JSON
import Navigation

/// The start of a subscription.
package enum ListeningPoint: Sendable {
  /// The current session.
  case now
  /// The changes after a revision.
  case after(Int)
  /// The changes after the one that sent an output.
  case afterOutput(Int)
}

/// The result of a subscription request.
package enum Listening: Sendable {
  /// Starts with the session at this revision.
  ///
  /// - isReset: The changes after the requested revision were pruned.
  case snapshot([UInt8], revision: Int, isReset: Bool)
  /// Starts with the missed changes.
  ///
  /// - isReset: Some of them were pruned.
  case backlog(EventReplay, isReset: Bool)
  /// The session does not exist, or the token is not valid for it.
  case notFound
  case deleted
  /// The session's limit of subscribers is reached.
  case crowded(limit: Int)
  /// The sessions of the app exceed its share of memory; a subscription would keep the session loaded.
  case shareTaken(app: String)
  case failed(JournalFailure)
}

extension SessionRegistry {
  /// Subscribes a listener to all later revisions of a session.
  ///
  /// - Parameters:
  ///   - token: The hash of the listener's token; the subscription ends when it is no longer the session's token. nil:
  ///     not required.
  ///   - began: Called once, with the content to send first. The listener may have received later revisions by then.
  package func listen(
    _ listener: any Listener, to id: SessionID, from point: ListeningPoint, holding token: [UInt8]? = nil,
    began: @escaping @Sendable (Listening) -> Void
  ) {
    find(id) { [self] result in
      switch result {
      case .failure(let failure): began(.failed(failure))
      case .success(nil): began(.notFound)
      case .success(let store?) where token != nil && isFull(app: store.app.name):
        unloadIfNeeded()
        began(.shareTaken(app: store.app.name))
      case .success(let store?):
        let begin: @Sendable (SessionStore.SubscribeResult) -> Void = { [self] joining in
          switch joining {
          case .began(let beginning):
            welcome(
              SubscriptionRequest(
                listener: listener, journal: environment.journal, store: store, point: point, beginning: beginning,
                began: began))
          case .waits: break
          case .deleted: began(.deleted)
          case .forbidden: began(.notFound)
          case .crowded: began(.crowded(limit: environment.limits.listeners))
          case .lookUpAgain:
            forget(store)
            listen(listener, to: id, from: point, holding: token, began: began)
          }
        }
        begin(store.listen(listener, holding: token, limit: environment.limits.listeners, began: begin))
      }
    }
  }

  private func welcome(_ request: SubscriptionRequest) {
    let version = request.beginning.version
    switch request.point {
    case .now:
      request.beginWithState(isReset: false)
    case .after(let known):
      guard known >= version.undoState.oldest, known <= version.revision else {
        return request.beginWithState(isReset: true)
      }
      begin(request, after: known, isReset: false)
    case .afterOutput(let known):
      guard known <= version.outputs else { return request.beginWithState(isReset: true) }
      guard known < version.outputs else { return begin(request, after: version.revision, isReset: false) }
      lookBack(for: request, after: known)
    }
  }

  /// Searches the outputs backwards for the first one that is unknown; reconnecting subscribers have mostly missed few.
  private func lookBack(for request: SubscriptionRequest, after known: Int) {
    let version = request.beginning.version
    let oldest = max(version.undoState.oldest, 2)
    let query =
      oldest <= version.revision
      ? PastQuery(session: request.store.id, selection: .descending(oldest...version.revision), content: .outputs) : nil
    withPermit(for: request.store.id) { [self] permit in
      environment.journal.walk(query, with: OutputSearch(after: known)) { [self] result in
        permit.restore()
        switch result {
        case .failure(let failure): request.fail(failure)
        case .success(let search): begin(request, after: (search.first ?? oldest) - 1, isReset: search.first == nil)
        }
      }
    }
  }

  /// Starts with the changes after a revision.
  private func begin(_ request: SubscriptionRequest, after revision: Int, isReset: Bool) {
    withPermit(for: request.store.id) { [environment] permit in
      EventReplay.begin(
        after: revision, of: request.store, until: request.beginning, from: environment.journal,
        wantsSession: request.listener.wantsSession
      ) { result in
        permit.restore()
        switch result {
        case .success(let backlog): request.began(.backlog(backlog, isReset: isReset))
        case .failure(let failure): request.fail(failure)
        }
      }
    }
  }

  /// Unsubscribes a listener. Events that are already queued are still delivered.
  package func stopListening(_ listener: any Listener, to id: SessionID) {
    loadedStore(id)?.stopListening(listener)
  }

  /// Reports the listed subscribers of a session.
  package func presences(
    of id: SessionID, answer: @escaping @Sendable (Result<[Presence]?, JournalFailure>) -> Void
  ) {
    find(id) { answer($0.map { $0?.presences }) }
  }
}

/// A new subscription that needs earlier content first.
private struct SubscriptionRequest: Sendable {
  let listener: any Listener
  let journal: any Journal
  let store: SessionStore
  let point: ListeningPoint
  let beginning: SessionStore.Beginning
  let began: @Sendable (Listening) -> Void

  func beginWithState(isReset: Bool) {
    var json = JSONWriter(capacity: 512 + beginning.tree.size)
    store.write(beginning.tree, beginning.version, to: &json)
    began(.snapshot(json.bytes, revision: beginning.version.revision, isReset: isReset))
  }

  /// Answers that the missed changes could not be read.
  func fail(_ failure: PastFailure) {
    switch failure {
    case .unread(let failure):
      store.stopListening(listener)
      began(.failed(failure))
    case .damaged(let error):
      // It may have been deleted or pruned in the meantime.
      if store.isDeleted { return began(.deleted) }
      guard store.oldest <= beginning.version.undoState.oldest else { return beginWithState(isReset: true) }
      store.stopListening(listener)
      began(.failed(.damaged("The history of the session \(store.id.text) cannot be read: \(error.detail).")))
    }
  }
}

/// A backwards search for the first output that a subscriber does not know.
private struct OutputSearch: PastVisitor {
  private let known: Int
  /// The revision of the first unknown output, once found.
  private(set) var first: Int?
  var isDone: Bool { first != nil }

  init(after known: Int) {
    self.known = known
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    guard change.hasOutputs else { return }
    let outputs = try JSONValue(stored: change.outputs, "the outputs of revision \(change.revision)")
    if let seq = outputs.arrayValue?.first?["seq"]?.integerValue, seq <= known + 1 { first = change.revision }
  }
}
