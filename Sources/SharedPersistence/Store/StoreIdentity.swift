/// The values of a store that its statements need.
struct StoreIdentity: Sendable {
  /// The unique name of this server.
  let node: String
  /// The maximum number of undelivered messages to one session.
  let mailbox: Int
  let clock: @Sendable () -> Int64
}
