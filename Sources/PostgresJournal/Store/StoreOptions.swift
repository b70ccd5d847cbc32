import Sessions

/// The configuration of a store on PostgreSQL.
package struct StoreOptions: Sendable {
  /// The URL of the database, or a list of `key=value`, as libpq takes them.
  package var target: String
  /// The unique name of this server among those on the database.
  package var node: String
  /// The longest wait of a read or write for the database, in milliseconds.
  package var timeout: Int64 = 5_000
  /// The limit of the undelivered messages to one session.
  package var mailbox = MailboxLimit()
  /// The maximum number of queued writes of a writer, and of queued reads.
  package var capacity = 4_096

  /// Creates the options.
  package init(target: String, node: String = Self.randomNode()) {
    self.target = target
    self.node = node
  }

  /// A name that no other server has.
  package static func randomNode() -> String {
    String(UInt64.random(in: 0 ... .max), radix: 36)
  }
}
