import Navigation

/// A type that goes through a session's past change by change, and keeps no more of it than it needs.
protocol PastVisitor: Sendable {
  /// Whether the rest of the past is not needed.
  var isDone: Bool { get }

  /// Takes the next change, or the next part of a long one.
  mutating func visit(_ change: PastChange) throws(CorruptSession)
}

extension PastVisitor {
  var isDone: Bool { false }
}

/// Why a walk through a session's past came to no end.
enum PastFailure: Error {
  case unread(JournalFailure)
  /// What was read makes no sense, or was deleted or pruned meanwhile.
  case damaged(CorruptSession)

  static func missing(_ revision: Int) -> PastFailure { .damaged(.missing(revision)) }
}

extension Journal {
  /// Leads a visitor through a session's past, a page after the other. What the visitor expects to see, it has to check itself.
  ///
  /// - Parameter query: nil: there is nothing to be seen.
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
