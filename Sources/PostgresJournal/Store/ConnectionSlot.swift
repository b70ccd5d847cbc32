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
  ///
  /// - Parameter deadline: A connection that is silent then is given up.
  func use<Value>(
    until deadline: Deadline? = nil, _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    // The time has passed in a queue, which says nothing about the connection.
    if deadline?.isOver ?? false { throw .unreachable("the database has not answered in time") }
    let current: PostgresConnection
    if let connection {
      current = connection
      current.deadline = deadline
    } else {
      current = try source.connect(purpose, until: deadline)
      connection = current
    }
    do throws(PostgresError) {
      let value = try body(current)
      notices = current.takeNotices()
      return value
    } catch {
      notices = current.takeNotices()
      // Not for errors of statements: those leave the connection, and what it has prepared, as they were.
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
        return try use(until: deadline, body)
      } catch {
        guard error.endsConnection || error.isTransient, !deadline.isOver else { throw error }
        deadline.pause()
      }
    }
  }

  func close() { connection = nil }
}
