import Synchronization

/// Delivers messages between sessions; one instance per process.
///
/// Reads durable messages page by page and passes each one to its recipient. The journal stores each message until the
/// change that delivers it. Messages from one sender to one recipient are delivered one at a time, each after the
/// previous delivery is durable, so their order is kept even after failures.
package final class MessageDispatcher: Sendable {
  /// Delivers a message to its recipient. `ended` is called once, on any thread.
  typealias Deliver = @Sendable (_ message: MessageRow, _ ended: @escaping @Sendable (DeliveryResult) -> Void) -> Void

  /// The result of a delivery attempt.
  enum DeliveryResult: Sendable {
    /// Delivered or dismissed.
    case over
    /// The journal cannot be read or written at present.
    case later
    /// The recipient's data is corrupted.
    case damaged
  }

  private let journal: any Journal
  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  init(journal: any Journal, now: @escaping @Sendable () -> Int64, mailbox: Int) {
    self.journal = journal
    self.now = now
    state = Mutex(State(mailbox: mailbox, lastBefore: journal.lastMessage))
  }

  /// Starts the delivery, including undelivered messages from before the process started.
  func start(_ wakeup: any WakeupTimer, deliver: @escaping @Sendable Deliver) {
    wakeup.begin { [self] in handleWakeup() }
    state.withLock { state in
      state.service = Service(wakeup: wakeup, deliver: deliver)
      state.rearm(now())
    }
  }

  /// Stops further deliveries.
  func stop() {
    let service = state.withLock { state in
      defer { state.service = nil }
      return state.service
    }
    service?.wakeup.end()
  }

  /// Reserves mailbox capacity for all of the messages, or for none.
  func reserve(_ recipients: [SessionID]) -> Bool { state.withLock { $0.reserve(recipients) } }

  /// Releases the mailbox capacity of messages that were not sent.
  func release(_ recipients: [SessionID]) { state.withLock { $0.release(recipients) } }

  /// The number of undelivered messages, including reserved ones.
  var pendingCount: Int { state.withLock { $0.pendingCount } }

  /// Starts the delivery of messages that became durable.
  func wake() {
    state.withLock { state in
      state.noteMore()
      state.rearm(now())
    }
  }

  /// Delivers and reads messages when the timer fires.
  private func handleWakeup() {
    var due: [MessageRow] = []
    var query: MessageQuery?
    let service = state.withLock { state -> Service? in
      guard let service = state.service else { return nil }
      let now = now()
      state.wakeupTime = nil
      due = state.takeDue(now)
      query = state.nextQuery(now)
      state.rearm(now)
      return service
    }
    guard let service else { return }
    for message in due { service.deliver(message) { [self] in ended(message, $0) } }
    if let query { journal.messages(query) { [self] in take($0, of: query) } }
  }

  private func ended(_ message: MessageRow, _ delivery: DeliveryResult) {
    state.withLock { state in
      let now = now()
      state.end(message, delivery, now)
      state.rearm(now)
    }
  }

  private func take(_ result: Result<MessagePage, JournalFailure>, of query: MessageQuery) {
    state.withLock { state in
      let now = now()
      state.take(result, of: query, now)
      state.rearm(now)
    }
  }

  struct Service: Sendable {
    let wakeup: any WakeupTimer
    let deliver: Deliver
  }
}

/// The parameters of the message dispatcher. Times are milliseconds.
extension MessageDispatcher {
  /// The maximum number of messages of one query.
  static let page = 256
  /// The limit of concurrent deliveries; it leaves capacity in the journal's queue for other writes.
  static let concurrency = 64
  /// The length of a chain of messages above which it is assumed to be endless.
  static let longestChain = 32
  /// The delay of messages in longer chains, so that two sessions that answer each other endlessly do not slow down
  /// others.
  static let slowness: Int64 = 1_000
  /// The pause of all deliveries after a failure of the journal.
  static let pause: Int64 = 1_000
  /// The delay before another attempt to deliver to a corrupted recipient.
  static let longPause: Int64 = 60_000
  /// The maximum bytes of a message's action.
  static let largestAction = 65_536
}
