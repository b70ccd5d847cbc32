import Glibc
import Support
import Sessions
import Synchronization

/// Follows the number of the last event of which all earlier ones are committed, on a thread of its own.
final class AppEventFollower: Sendable {
  private let source: ConnectionSource
  private let newest = Atomic<Int64>(0)
  private let listener = Mutex<Listener?>(nil)
  private let isClosed = Atomic(false)
  private let wakeup: EventFD

  private struct Listener: Sendable {
    let call: @Sendable () -> Void
  }

  /// Milliseconds between two looks, and shortly after a commit, when other transactions may not have ended yet. Commits
  /// that follow each other faster cause no more looks.
  private static let interval: Int32 = 500
  private static let shortInterval: Int32 = 20
  private static let shortLooks = 20

  init(_ source: ConnectionSource, _ wakeup: EventFD) {
    self.source = source
    self.wakeup = wakeup
  }

  var last: Int64 { newest.load(ordering: .acquiring) }

  func setListener(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = Listener(call: listener) }
  }

  /// Looks for new events soon.
  func signal() { wakeup.signal() }

  func close() {
    isClosed.store(true, ordering: .relaxed)
    wakeup.signal()
  }

  /// Runs until `close`.
  func run() {
    let slot = ConnectionSlot(source, .reader)
    var looks = 0
    while !isClosed.load(ordering: .relaxed) {
      let stopwatch = Stopwatch()
      look(slot)
      looks = max(0, looks - 1)
      if wakeup.wait(milliseconds: looks > 0 ? Self.shortInterval : Self.interval) {
        let rest = Int(Self.shortInterval) * 1_000 - stopwatch.nanoseconds / 1_000
        if rest > 0 { usleep(UInt32(rest)) }
        // After the pause: the next look also covers the commits that were signalled during it.
        wakeup.clear()
        looks = Self.shortLooks
      }
    }
  }

  /// Reads the number. A failure leaves it as it is until the next look.
  func look(_ slot: ConnectionSlot) {
    do throws(PostgresError) {
      record(
        try slot.use(until: Deadline(in: 3_000)) { connection throws(PostgresError) in
          try AppEventReader(connection).last()
        })
    } catch {
      return
    }
  }

  /// Records a number that was read.
  func record(_ last: Int64) {
    // Several threads note numbers; the one that raises the newest tells of it.
    let former = newest.max(last, ordering: .acquiringAndReleasing).oldValue
    if former < last { listener.withLock { $0 }?.call() }
  }
}
