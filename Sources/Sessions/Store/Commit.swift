import Navigation

/// One change of a session: what the journal writes, the client is answered, and the listeners are told.
///
/// Made under the session's lock by its reducers. Nothing of it is seen before it is durable.
struct Commit: ~Copyable {
  /// What the journal writes.
  let change: Change
  /// The edits of the change, which a failed write reverts.
  let edits: [Edit]
  /// The version before the change.
  let former: SessionStore.Version
  /// The response to the request, as JSON.
  let receipt: [UInt8]
  /// nil: nobody listens.
  let event: SessionEvent?
}
