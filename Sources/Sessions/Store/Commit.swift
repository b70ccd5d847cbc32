import Navigation

/// One change of a session: the row of the journal, the response to the client, and the event of the listeners.
///
/// Made under the session's lock by its reducers. Nothing of it is seen before it is durable.
struct Commit: ~Copyable {
  /// The change to write.
  let change: Change
  /// The edits of the change, which a failed write reverts.
  let edits: [Edit]
  /// The version before the change.
  let former: SessionStore.Version
  /// The response to the request, as JSON.
  let receipt: [UInt8]
  /// nil: there are no listeners.
  let event: SessionEvent?
}
