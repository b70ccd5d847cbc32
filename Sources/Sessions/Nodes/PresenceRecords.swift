import Navigation

/// The row of a listener of a session on one of the nodes.
package struct PresenceRow: Sendable, Equatable {
  package let session: SessionID
  /// Unique among the listeners of its node; of a listed one among those of all nodes.
  package let id: String
  package let name: String?
  /// The credential of its request; nil: none.
  package let by: Attribution?
  /// Milliseconds since 1970.
  package let since: Int64
  /// The hash of its device's token; nil: none.
  package let token: [UInt8]?
  /// Whether clients see it; a waiting request is not listed.
  package let isListed: Bool
  /// The last revision that its device has reported as drawn.
  package var shown: ShownReport?

  package init(
    session: SessionID, id: String, name: String?, by: Attribution? = nil, since: Int64, token: [UInt8]?,
    isListed: Bool = true, shown: ShownReport? = nil
  ) {
    self.session = session
    self.token = token
    self.isListed = isListed
    self.id = id
    self.name = name
    self.by = by
    self.since = since
    self.shown = shown
  }
}

/// A change of the table of listeners. The rows of a node that no longer lives do not count.
package enum PresenceWrite: Sendable {
  /// Adds a listener of this node, or replaces its row.
  case set(PresenceRow)
  case remove(SessionID, id: String)
  /// Records the revision that a device of a session has drawn: as its last one if it listens, and as the newest one of all
  /// devices if it is.
  case shown(SessionID, ShownReport, by: [UInt8]?)
}

/// The listeners of a session on all nodes.
package struct StoredPresences: Sendable {
  package let rows: [PresenceRow]
  /// The newest report of any device, listening or not.
  package let newestShown: ShownReport?
  /// The hash of the token of the device that made the newest report.
  package let newestToken: [UInt8]?

  package init(rows: [PresenceRow], newestShown: ShownReport?, by newestToken: [UInt8]?) {
    self.rows = rows
    self.newestShown = newestShown
    self.newestToken = newestToken
  }

  /// The last report of each device, by the hash of its token; empty for devices without a token.
  var reports: [[UInt8]: ShownReport] {
    let all = rows.map { ($0.token, $0.shown) } + [(newestToken, newestShown)]
    return Dictionary(all.compactMap { token, report in report.map { (token ?? [], $0) } }) { $0.at < $1.at ? $1 : $0 }
  }
}

/// A single-use ticket that opens an event stream of a session on any node.
package struct StoredTicket: Sendable, Equatable {
  /// SHA-256 of the ticket.
  package let hash: [UInt8]
  package let session: SessionID
  /// The hash of the token of the client or operator that asked for it; nil: the admin, or no token is required.
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
