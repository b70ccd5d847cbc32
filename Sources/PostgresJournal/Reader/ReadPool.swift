import Sessions
import Support

/// Runs queued reads on threads with a connection each. Long reads have threads of their own, so that short ones do not
/// wait for them.
final class ReadPool: Sendable {
  typealias Read = @Sendable (ConnectionSlot) -> Void

  private let short: BlockingQueue<Read>
  private let long: BlockingQueue<Read>
  private let timeout: Int64
  private let clock: StoreClock

  init(capacity: Int, timeout: Int64, _ clock: StoreClock) {
    short = BlockingQueue(capacity: capacity)
    long = BlockingQueue(capacity: capacity)
    self.timeout = timeout
    self.clock = clock
  }

  var count: Int { short.count + long.count }

  /// Starts the threads.
  func start(_ source: ConnectionSource) -> [Worker] {
    [short, long].map { queue in
      Worker {
        let slot = ConnectionSlot(source, .reader)
        var reads: [Read] = []
        while queue.drain(into: &reads, waitingAtMost: nil) {
          for read in reads { read(slot) }
          reads.removeAll(keepingCapacity: true)
        }
      }
    }
  }

  /// Runs a read on one of the threads. Fails if the database does, or too many reads wait.
  ///
  /// - Parameter isLong: Whether the read may scan the history of a session, or all sessions.
  func read<Value: Sendable>(
    isLong: Bool = false, _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Value
  ) async throws(JournalFailure) -> Value {
    // From the request on: the time in the queue counts as well.
    let deadline = Deadline(in: timeout)
    return try await awaiting { [self] (read: @escaping @Sendable (Result<Value, JournalFailure>) -> Void) in
      let isTaken = (isLong ? long : short).put { [clock] slot in
        // A server whose clock is wrong reads nothing (decision 0088).
        if let failure = clock.failure { return read(.failure(failure)) }
        do throws(PostgresError) {
          read(.success(try slot.read(until: deadline, body)))
        } catch {
          read(.failure(JournalFailure(error)))
        }
      }
      if !isTaken { read(.failure(.unavailable("too many reads are queued, or the journal is closed"))) }
    }.get()
  }

  func close() {
    short.close()
    long.close()
  }
}
