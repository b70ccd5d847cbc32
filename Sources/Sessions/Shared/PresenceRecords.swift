import Navigation

/// The row of a listener of a session on one of the nodes.
package struct PresenceRow: Sendable, Equatable {
  package let session: SessionID
  /// Unique among the listeners of all nodes.
  package let id: String
  package let name: String?
  /// Milliseconds since 1970.
  package let since: Int64
  /// The last revision that its device has reported as drawn.
  package var shown: ShownReport?

  package init(session: SessionID, id: String, name: String?, since: Int64, shown: ShownReport? = nil) {
    self.session = session
    self.id = id
    self.name = name
    self.since = since
    self.shown = shown
  }
}

/// A change of the table of listeners. The rows of a node that no longer lives do not count.
package enum PresenceWrite: Sendable {
  /// Adds a listener of this node, or replaces its row.
  case set(PresenceRow)
  case remove(SessionID, id: String)
  /// Records the newest revision that a device of a session has drawn; an older one changes nothing.
  case shown(SessionID, ShownReport)
}

/// The listeners of a session on all nodes.
package struct StoredPresences: Sendable {
  package let rows: [PresenceRow]
  /// The newest report of any device, listening or not.
  package let newestShown: ShownReport?

  package init(rows: [PresenceRow], newestShown: ShownReport?) {
    self.rows = rows
    self.newestShown = newestShown
  }
}

/// A single-use ticket that opens an event stream of a session on any node.
package struct StoredTicket: Sendable, Equatable {
  /// SHA-256 of the ticket.
  package let hash: [UInt8]
  package let session: SessionID
  /// The hash of the token of the client that asked for it; nil: the admin, or no token is required.
  package let holder: [UInt8]?
  /// Whether the ticket has the rights of the admin.
  package let isAdmin: Bool
  /// Milliseconds since 1970.
  package let issuedAt: Int64

  package init(hash: [UInt8], session: SessionID, holder: [UInt8]?, isAdmin: Bool, issuedAt: Int64) {
    self.hash = hash
    self.session = session
    self.holder = holder
    self.isAdmin = isAdmin
    self.issuedAt = issuedAt
  }
}
