import Sessions

/// The values of a store that its statements need.
struct StoreIdentity: Sendable {
  /// The unique name of this server.
  let node: String
  /// The limit of the undelivered messages to one session.
  let mailbox: MailboxLimit
  let clock: @Sendable () -> Int64
}
