import Glibc
import Metrics
import Postgres

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

  func connect(_ purpose: Purpose) throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(
      target, name: "navstate \(node) \(purpose.rawValue)", settings: purpose.settings, library)
  }
}

/// The connection of one thread, which is replaced after it was lost.
final class ConnectionSlot {
  private let source: ConnectionSource
  private let purpose: ConnectionSource.Purpose
  private var connection: PostgresConnection?
  /// The warnings of the last pipeline.
  private(set) var notices: [PostgresNotice] = []

  init(_ source: ConnectionSource, _ purpose: ConnectionSource.Purpose) {
    self.source = source
    self.purpose = purpose
  }

  /// Runs a function with the connection, which is opened if there is none.
  func use<Value>(_ body: (PostgresConnection) throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    let current: PostgresConnection
    if let connection {
      current = connection
    } else {
      current = try source.connect(purpose)
      connection = current
    }
    do throws(PostgresError) {
      let value = try body(current)
      notices = current.takeNotices()
      return value
    } catch {
      notices = current.takeNotices()
      if error.endsConnection { connection = nil }
      throw error
    }
  }

  /// Runs a function that may be repeated, until the deadline.
  func read<Value>(
    until deadline: Deadline, _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    while true {
      do throws(PostgresError) {
        return try use(body)
      } catch {
        guard error.endsConnection || error.isTransient, !deadline.isOver else { throw error }
        deadline.pause()
      }
    }
  }

  func close() { connection = nil }
}

/// A time until which something is tried again.
struct Deadline: Sendable {
  private let end: Int

  /// - Parameter milliseconds: The time from now.
  init(in milliseconds: Int64) { end = Stopwatch.now + Int(milliseconds) * 1_000_000 }

  var isOver: Bool { Stopwatch.now >= end }

  /// Waits before the next attempt to reach a server.
  func pause() { usleep(50_000) }
}
