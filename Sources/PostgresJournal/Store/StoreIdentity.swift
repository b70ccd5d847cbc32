import Sessions

/// The values and the state that all threads of a store use.
struct StoreIdentity: Sendable {
  /// The unique name of this server.
  let node: String
  /// The limit of the undelivered messages to one session.
  let mailbox: MailboxLimit
  /// Milliseconds for writes that belong to no commit, such as those of listeners.
  let timeout: Int64
  let clock: StoreClock
  let changed = ChangedSessions()
}
