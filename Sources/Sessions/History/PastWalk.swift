import Navigation

/// A type that processes a session's history change by change, in limited memory.
protocol PastVisitor: Sendable {
  /// Whether the remaining changes are not needed.
  var isDone: Bool { get }

  /// Processes the next change, or the next part of a long one.
  mutating func visit(_ change: PastChange) throws(CorruptSession)
}

extension PastVisitor {
  var isDone: Bool { false }
}

/// The reason that a walk through a session's history failed.
enum PastFailure: Error {
  case unread(JournalFailure)
  /// The changes are invalid, or were deleted or pruned in the meantime.
  case damaged(CorruptSession)

  static func missing(_ revision: Int) -> PastFailure { .damaged(.missing(revision)) }
}

extension Journal {
  /// Passes a session's history to a visitor, page by page. The visitor has to check that no revision is missing.
  ///
  /// - Parameter query: nil: no changes.
  func walk<Visitor: PastVisitor>(
    _ query: PastQuery?, with visitor: Visitor,
    ended: @escaping @Sendable (Result<Visitor, PastFailure>) -> Void
  ) {
    PastWalk(journal: self, ended: ended).read(query, visitor)
  }
}

/// A walk through a session's history: reads a page, passes it to the visitor, and continues with the next one.
private struct PastWalk<Visitor: PastVisitor>: Sendable {
  let journal: any Journal
  let ended: @Sendable (Result<Visitor, PastFailure>) -> Void

  func read(_ query: PastQuery?, _ visitor: Visitor) {
    guard let query, !visitor.isDone else { return ended(.success(visitor)) }
    journal.past(query) { result in
      switch result {
      case .failure(let failure): ended(.failure(.unread(failure)))
      case .success(let page):
        // The app is not known here. The quarantine of a session goes by its id alone.
        ThreadWork.during(.session(query.session, app: "")) { visit(page, visitor) }
      }
    }
  }

  private func visit(_ page: PastPage, _ visitor: Visitor) {
    var visitor = visitor
    do throws(CorruptSession) {
      for change in page.changes where !visitor.isDone { try visitor.visit(change) }
    } catch {
      return ended(.failure(.damaged(error)))
    }
    read(page.next, visitor)
  }
}

extension CorruptSession {
  static func missing(_ revision: Int) -> CorruptSession {
    CorruptSession(detail: "the change that made revision \(revision) is missing")
  }
}
