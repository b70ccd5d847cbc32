extension SessionStore {
  /// The access to the state. The session is noted as the work of the thread meanwhile, for the report of a trap.
  struct StateAccess {
    fileprivate let store: SessionStore

    @inline(__always) func withLock<Value: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Value
    ) throws(Failure) -> sending Value {
      ThreadWork.begin(store.id, of: store.apps.trapName)
      defer { ThreadWork.end() }
      return try store.mutex.withLock(body)
    }
  }

  var state: StateAccess { StateAccess(store: self) }
}
