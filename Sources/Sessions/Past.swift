import Navigation

/// A session as it was.
struct Past: Sendable {
  let tree: Tree
  let standing: SessionStore.Standing

  /// Finds a session as it was at a revision: takes back all changes since then.
  ///
  /// - Parameters:
  ///   - revision: One that is kept.
  ///   - tree: That of `standing`, which is committed.
  static func read(
    _ revision: Int, of store: SessionStore, _ tree: Tree, _ standing: SessionStore.Standing,
    from journal: any Journal, ended: @escaping @Sendable (Result<Past, PastFailure>) -> Void
  ) {
    let rewind = Rewind(tree, from: standing.revision, to: revision)
    journal.walk(rewind.query(store.id), with: rewind) { result in
      switch result {
      case .failure(let failure): ended(.failure(failure))
      case .success(let rewind):
        do throws(DamagedSession) {
          let tree = try rewind.finish()
          read(standing, at: revision, of: store, from: journal) { ended($0.map { Past(tree: tree, standing: $0) }) }
        } catch {
          ended(.failure(.damaged(error)))
        }
      }
    }
  }

  /// Finds where the session stood in its past at a revision: the changes back to the one that made its state new tell.
  private static func read(
    _ standing: SessionStore.Standing, at revision: Int, of store: SessionStore, from journal: any Journal,
    ended: @escaping @Sendable (Result<SessionStore.Standing, PastFailure>) -> Void
  ) {
    // The first revision was made by no change.
    let oldest = max(standing.timeline.oldest, 2)
    let query =
      oldest <= revision
      ? PastQuery(session: store.id, way: .descending(oldest...revision), content: []) : nil
    journal.walk(query, with: StateOrigin()) { result in
      ended(
        result.flatMap { origin in
          guard query == nil || origin.last != nil else { return .failure(.missing(revision)) }
          var timeline = standing.timeline
          timeline.shown = origin.last?.stateOf ?? revision
          // Where the change that made it was pruned, nothing can be redone.
          timeline.tip = origin.newState ?? timeline.shown
          return .success(
            SessionStore.Standing(
              revision: revision, updatedAt: origin.last?.at ?? store.createdAt, outputs: standing.outputs,
              timeline: timeline))
        })
    }
  }
}

/// The changes before a revision, back to the one that made a new state.
private struct StateOrigin: PastVisitor {
  private(set) var last: PastChange?
  private(set) var newState: Int?
  var isDone: Bool { newState != nil }

  mutating func visit(_ change: PastChange) {
    if last == nil { last = change }
    if change.stateOf == nil { newState = change.revision }
  }
}
