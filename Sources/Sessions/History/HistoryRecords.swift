/// A page of a list.
package struct ItemPage<Item: Sendable>: Sendable {
  package var items: [Item]
  /// Whether more items follow.
  package var hasNext: Bool

  package init(items: [Item] = [], hasNext: Bool = false) {
    self.items = items
    self.hasNext = hasNext
  }
}

extension ItemPage: Equatable where Item: Equatable {}

/// A query for a page of a session's changes, oldest first.
package struct HistoryPageQuery: Sendable {
  package let session: SessionID
  /// Only changes after this revision.
  package let after: Int
  /// The maximum number of changes.
  package let limit: Int
  /// Only actions with this `type`; nil: all.
  package let type: String?

  package init(session: SessionID, after: Int, limit: Int, type: String?) {
    self.session = session
    self.after = after
    self.limit = limit
    self.type = type
  }

  /// The query without the changes before the one that made a revision.
  func from(_ oldest: Int) -> HistoryPageQuery {
    HistoryPageQuery(session: session, after: max(after, oldest - 1), limit: limit, type: type)
  }
}

/// A committed change in the history.
package struct HistoryItem: Sendable, Equatable {
  package let revision: Int
  package let at: Int64
  package let actor: String?
  package let action: [UInt8]
  package let outputs: [UInt8]
  /// The reason for a timer's refused action; nil: it was carried out.
  package let refused: [UInt8]?

  package init(
    revision: Int, at: Int64, actor: String?, action: [UInt8], outputs: [UInt8], refused: [UInt8]? = nil
  ) {
    self.revision = revision
    self.at = at
    self.actor = actor
    self.action = action
    self.outputs = outputs
    self.refused = refused
  }
}
