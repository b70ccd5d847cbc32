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

  static func finding<Value>(_ body: () throws(CorruptSession) -> Value) throws(PastFailure) -> Value {
    do throws(CorruptSession) { return try body() } catch { throw .damaged(error) }
  }
}

extension Journal {
  /// Passes a session's history to a visitor, page by page. The visitor has to check that no revision is missing.
  ///
  /// - Parameter query: nil: no changes.
  func walk<Visitor: PastVisitor>(
    _ query: PastQuery?, with visitor: Visitor
  ) async throws(PastFailure) -> Visitor {
    var (next, visitor) = (query, visitor)
    while let query = next, !visitor.isDone {
      let page: PastPage
      do throws(JournalFailure) { page = try await past(query) } catch { throw .unread(error) }
      // The app is not known here. The quarantine of a session goes by its id alone.
      try ThreadWork.during(.session(query.session, app: "")) { () throws(PastFailure) in
        try PastFailure.finding { () throws(CorruptSession) in
          for change in page.changes where !visitor.isDone { try visitor.visit(change) }
        }
      }
      next = page.next
    }
    return visitor
  }
}

extension CorruptSession {
  static func missing(_ revision: Int) -> CorruptSession {
    CorruptSession(detail: "the change that made revision \(revision) is missing")
  }
}
