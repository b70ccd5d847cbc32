import JSON
import Navigation

/// Where somebody who listens wants to begin.
package enum ListeningPoint: Sendable {
  /// With the session as it is.
  case now
  /// With what came after a revision that he knows.
  case after(Int)
  /// With the oldest that is kept.
  case oldest
}

/// How listening to a session began.
package enum Listening: Sendable {
  /// With the session as it is at this revision.
  ///
  /// - isReset: What came after the revision that was named is not kept any more.
  case snapshot([UInt8], revision: Int, isReset: Bool)
  /// With what was missed.
  case backlog(Backlog)
  case notFound
  case deleted
  case failed(JournalFailure)
}

extension SessionRegistry {
  /// Has a listener told of each revision that is committed from now on.
  ///
  /// - Parameter began: Called once, with what comes before that. The listener may have heard of later ones by then.
  package func listen(
    _ listener: any Listener, to id: SessionID, from point: ListeningPoint,
    began: @escaping @Sendable (Listening) -> Void
  ) {
    find(id) { [self] result in
      switch result {
      case .failure(let failure): began(.failed(failure))
      case .success(nil): began(.notFound)
      case .success(let store?):
        let begin: @Sendable (SessionStore.Beginning?) -> Void = { [self] beginning in
          guard let beginning else { return began(.deleted) }
          self.begin(point, at: beginning, of: store, listener, began)
        }
        switch store.listen(listener, began: begin) {
        case .began(let beginning): begin(beginning)
        case .waits: break
        case .deleted: began(.deleted)
        case .lookUpAgain:
          forget(store)
          listen(listener, to: id, from: point, began: began)
        }
      }
    }
  }

  private func begin(
    _ point: ListeningPoint, at beginning: SessionStore.Beginning, of store: SessionStore, _ listener: any Listener,
    _ began: @escaping @Sendable (Listening) -> Void
  ) {
    let standing = beginning.standing
    let revision: Int
    switch point {
    case .now: return began(.snapshot(store.json(beginning), revision: standing.revision, isReset: false))
    case .after(let known): revision = known
    case .oldest: revision = standing.timeline.oldest
    }
    guard revision >= standing.timeline.oldest, revision <= standing.revision else {
      return began(.snapshot(store.json(beginning), revision: standing.revision, isReset: true))
    }
    let wantsSession = listener.wantsSession
    environment.journal.past(PastQuery(session: store.id, way: .since(revision + 1))) { result in
      switch result {
      case .failure(let failure):
        store.stopListening(listener)
        began(.failed(failure))
      case .success(let changes):
        do throws(DamagedSession) {
          began(
            .backlog(
              try Backlog(after: revision, of: store, until: beginning, changes, wantsSession: wantsSession)))
        } catch {
          store.stopListening(listener)
          began(.failed(.damaged("The history of \(store.id.text) cannot be read: \(error.detail).")))
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

extension SessionStore {
  fileprivate func json(_ beginning: Beginning) -> [UInt8] {
    var json = JSONWriter(capacity: 512 + beginning.tree.size)
    write(beginning.tree, beginning.standing, to: &json)
    return json.bytes
  }
}
