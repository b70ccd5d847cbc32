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
    guard let query, !visitor.isDone else { return ended(.success(visitor)) }
    past(query) { [self] result in
      switch result {
      case .failure(let failure): ended(.failure(.unread(failure)))
      case .success(let page):
        var visitor = visitor
        do throws(CorruptSession) {
          for change in page.changes where !visitor.isDone { try visitor.visit(change) }
        } catch {
          return ended(.failure(.damaged(error)))
        }
        walk(page.next, with: visitor, ended: ended)
      }
    }
  }
}

extension CorruptSession {
  static func missing(_ revision: Int) -> CorruptSession {
    CorruptSession(detail: "the change that made revision \(revision) is missing")
  }
}
