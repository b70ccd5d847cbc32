import JSON
import Navigation

/// Where somebody who listens wants to begin.
package enum ListeningPoint: Sendable {
  /// With the session as it is.
  case now
  /// With what came after a revision that he knows.
  case after(Int)
  /// With the outputs that came after one that he knows.
  case afterOutput(Int)
}

/// How listening to a session began.
package enum Listening: Sendable {
  /// With the session as it is at this revision.
  ///
  /// - isReset: What came after the revision that was named is not kept any more.
  case snapshot([UInt8], revision: Int, isReset: Bool)
  /// With what was missed.
  ///
  /// - isReset: Some of it is not kept any more.
  case backlog(EventReplay, isReset: Bool)
  /// Or the token is not its own.
  case notFound
  case deleted
  /// As many listen to the session as may.
  case crowded(limit: Int)
  /// The sessions of the app take its share of memory, and one that is listened to stays there.
  case shareTaken(app: String)
  case failed(JournalFailure)
}

extension SessionRegistry {
  /// Has a listener told of each revision that is committed from now on.
  ///
  /// - Parameters:
  ///   - token: The hash of the token that lets it listen: it hears nothing more once that is not the session's any more.
  ///     nil: it needs none.
  ///   - began: Called once, with what comes before that. The listener may have heard of later ones by then.
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

  /// Looks back for the first output that is not known: who comes back has mostly missed little.
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

  /// Begins with what the journal has after a revision.
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

  /// The listener hears nothing more; what is on its way to it still comes.
  package func stopListening(_ listener: any Listener, to id: SessionID) {
    loadedStore(id)?.stopListening(listener)
  }

  /// Who listens to a session and is seen.
  package func presences(
    of id: SessionID, answer: @escaping @Sendable (Result<[Presence]?, JournalFailure>) -> Void
  ) {
    find(id) { answer($0.map { $0?.presences }) }
  }
}

/// Somebody who has begun to listen and is to be told first what came before that.
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

  /// What was missed could not be read.
  func fail(_ failure: PastFailure) {
    switch failure {
    case .unread(let failure):
      store.stopListening(listener)
      began(.failed(failure))
    case .damaged(let error):
      // It may have been deleted or pruned meanwhile.
      if store.isDeleted { return began(.deleted) }
      guard store.oldest <= beginning.version.undoState.oldest else { return beginWithState(isReset: true) }
      store.stopListening(listener)
      began(.failed(.damaged("The history of \(store.id.text) cannot be read: \(error.detail).")))
    }
  }
}

/// Looks back through a session's outputs for the first one that a listener does not know.
private struct OutputSearch: PastVisitor {
  private let known: Int
  /// The revision that it was sent at, once it is found.
  private(set) var first: Int?
  var isDone: Bool { first != nil }

  init(after known: Int) {
    self.known = known
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    // An empty array has two bytes.
    guard change.outputs.count > 2 else { return }
    let outputs = try JSONValue(stored: change.outputs, "the outputs of revision \(change.revision)")
    if let seq = outputs.arrayValue?.first?["seq"]?.integerValue, seq <= known + 1 { first = change.revision }
  }
}
