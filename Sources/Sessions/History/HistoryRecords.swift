import Navigation

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
  package let filter: Filter

  /// The wanted changes.
  package struct Filter: Sendable {
    /// Only actions with this `type`; nil: all.
    package var type: String?
    /// Only changes by the credential with this id, name or subject; nil: all.
    package var by: String?
    /// Only changes by credentials of this kind; nil: all.
    package var kind: Attribution.Kind?

    package init(type: String? = nil, by: String? = nil, kind: Attribution.Kind? = nil) {
      self.type = type
      self.by = by
      self.kind = kind
    }

    /// Whether a change with this origin is wanted, as far as its credential decides.
    package func accepts(_ origin: ChangeOrigin) -> Bool {
      guard by != nil || kind != nil else { return true }
      guard let credential = origin.by else { return false }
      return kind.map { $0 == credential.kind } ?? true && by.map(credential.isNamed) ?? true
    }
  }

  package init(session: SessionID, after: Int, limit: Int, filter: Filter = Filter()) {
    self.session = session
    self.after = after
    self.limit = limit
    self.filter = filter
  }

  /// The query without the changes before the one that made a revision.
  func from(_ oldest: Int) -> HistoryPageQuery {
    HistoryPageQuery(session: session, after: max(after, oldest - 1), limit: limit, filter: filter)
  }
}

/// A committed change in the history.
package struct HistoryItem: Sendable, Equatable {
  package let revision: Int
  package let at: Int64
  package let origin: ChangeOrigin
  package let action: [UInt8]
  package let outputs: [UInt8]
  /// The reason for a timer's refused action; nil: it was carried out.
  package let refused: [UInt8]?
  /// Whether the change came with an import.
  package let isImported: Bool

  package init(
    revision: Int, at: Int64, origin: ChangeOrigin = ChangeOrigin(), action: [UInt8], outputs: [UInt8],
    refused: [UInt8]? = nil, isImported: Bool = false
  ) {
    self.revision = revision
    self.at = at
    self.origin = origin
    self.action = action
    self.outputs = outputs
    self.refused = refused
    self.isImported = isImported
  }
}
