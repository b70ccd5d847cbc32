import Glibc
import Support
import Sessions
import Synchronization

/// Sends and receives hints by `NOTIFY` and `LISTEN`, on a thread of its own.
///
/// Never in a transaction that writes: a commit with `NOTIFY` takes a lock of the whole database over its fsync.
final class NotificationListener: Sendable {
  private let source: ConnectionSource
  private let outbox: HintOutbox
  private let wakeup: EventFD
  private let counters: StoreCounters
  private let listener = Mutex<Listener?>(nil)
  private let isClosed = Atomic(false)
  private let isPollingNow = Atomic(false)

  private struct Listener: Sendable {
    let call: @Sendable ([NodeHint]) -> Void
  }

  private static let channel = "navstate"
  /// Microseconds during which hints are gathered.
  private static let gathering: UInt32 = 20_000
  /// Milliseconds between two looks when notifications do not arrive.
  private static let pollInterval: Int32 = 500

  init(_ source: ConnectionSource, _ outbox: HintOutbox, _ wakeup: EventFD, _ counters: StoreCounters) {
    self.source = source
    self.outbox = outbox
    self.wakeup = wakeup
    self.counters = counters
  }

  /// Whether notifications do not arrive, as through a pooler.
  var isPolling: Bool { isPollingNow.load(ordering: .relaxed) }

  func setListener(_ listener: @escaping @Sendable ([NodeHint]) -> Void) {
    self.listener.withLock { $0 = Listener(call: listener) }
  }

  func announce(_ hints: [NodeHint]) {
    guard !hints.isEmpty, let listener = listener.withLock({ $0 }) else { return }
    listener.call(hints)
  }

  func close() {
    isClosed.store(true, ordering: .relaxed)
    wakeup.signal()
  }

  /// Runs until `close`.
  func run() {
    var hasConnected = false
    while !isClosed.load(ordering: .relaxed) {
      do throws(PostgresError) {
        let connection = try source.connect(.listener)
        if hasConnected { counters.reconnections.increment() }
        hasConnected = true
        try serve(connection)
      } catch {
        // Hints were lost; the checks find what they would have told.
        announce([.anything])
        wakeup.wait(milliseconds: Self.pollInterval)
        wakeup.clear()
      }
    }
  }

  private func serve(_ connection: PostgresConnection) throws(PostgresError) {
    let own = "\(source.node) \(Stopwatch.now)"
    var asked: Int?
    if connection.isPooled {
      // A pooler would pass the notifications to whichever client uses the listening process at that moment.
      isPollingNow.store(true, ordering: .relaxed)
    } else {
      try connection.run(PostgresStatement("listen", "LISTEN \(Self.channel)"))
      // `LISTEN` succeeds where no notification arrives, too. Only one that comes back proves that they do.
      try send(["?" + own], on: connection)
      asked = Stopwatch.now
    }
    var lastPoll = 0
    while !isClosed.load(ordering: .relaxed) {
      for notification in try connection.readNotifications() {
        if notification.payload == "?" + own {
          asked = nil
          isPollingNow.store(false, ordering: .relaxed)
        } else {
          receive(notification.payload)
        }
      }
      if let sent = asked, Stopwatch.now - sent > 1_000_000_000 {
        asked = nil
        isPollingNow.store(true, ordering: .relaxed)
      }
      if isPolling, Stopwatch.now - lastPoll >= Int(Self.pollInterval) * 1_000_000 {
        lastPoll = Stopwatch.now
        announce([.anything])
      }
      try wait(connection)
      let texts = outbox.take()
      if !texts.isEmpty { try send(texts.map { "\(source.node):\($0)" }, on: connection) }
    }
  }

  /// Waits for notifications, for hints to send, or for half a second.
  private func wait(_ connection: PostgresConnection) throws(PostgresError) {
    var entries = [
      pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // An interrupted or failed wait is as good as one without news: the caller looks at everything again.
    guard poll(&entries, 2, Self.pollInterval) > 0, entries[1].revents != 0 else { return }
    usleep(Self.gathering)
    wakeup.clear()
  }

  private func receive(_ payload: String) {
    let parts = payload.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] != source.node else { return }
    counters.hintsReceived.increment()
    announce(HintOutbox.hints(String(parts[1])))
  }

  private func send(_ texts: [String], on connection: PostgresConnection) throws(PostgresError) {
    counters.hintsSent.increment(by: texts.count)
    _ = try connection.run(
      texts.map { text in
        var parameters = PostgresParameters()
        parameters.append(Self.channel)
        parameters.append(text)
        return PostgresCommand(Self.notify, parameters)
      })
  }

  private static let notify = PostgresStatement("notify", "SELECT pg_notify($1::text, $2::text)")
}
