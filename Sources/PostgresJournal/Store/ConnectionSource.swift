/// Opens the connections of a store.
struct ConnectionSource: Sendable {
  let library: PostgresLibrary
  let target: PostgresTarget
  let node: String

  /// The purpose of a connection.
  enum Purpose: String {
    case writer, reader, listener, migration

    /// The configuration parameters of the server that the statements rely on.
    var settings: [(String, String)] {
      let path = [("search_path", "navstate")]
      switch self {
      // The rows of a batch are locked in the order of its arrays, so that batches of two servers do not block each other:
      // no plan may sort them or read the table in another order.
      // The timeouts free rows that a stuck or cut-off server has locked; who waited too long for one is sent again.
      case .writer:
        return path + [
          ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"), ("enable_mergejoin", "off"),
          ("enable_bitmapscan", "off"), ("jit", "off"), ("lock_timeout", "2s"),
          ("idle_in_transaction_session_timeout", "4s"),
        ]
      // All statements of a pipeline read one snapshot.
      case .reader:
        return path + [
          ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"), ("jit", "off"),
          ("default_transaction_isolation", "repeatable read"), ("default_transaction_read_only", "on"),
        ]
      case .listener: return path
      case .migration: return path + [("lock_timeout", "30s")]
      }
    }
  }

  init(_ options: StoreOptions) throws(StoreError) {
    node = options.node
    do throws(PostgresError) {
      library = try PostgresLibrary()
      target = try PostgresTarget(options.target, library)
    } catch {
      throw StoreError(error, options.target)
    }
  }

  func connect(_ purpose: Purpose, until deadline: Deadline? = nil) throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(
      target, name: "navstate \(node) \(purpose.rawValue)", settings: purpose.settings, until: deadline, library)
  }
}
