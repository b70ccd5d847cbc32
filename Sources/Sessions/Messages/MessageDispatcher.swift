import Synchronization

/// Brings messages from one session to another: one for the process.
///
/// Reads them a page at a time, once they are durable, and hands each to its recipient. Does not own them: the journal has
/// them, each until the change that carries it out. One at a time from a sender to a recipient, the next one when that
/// is certain: so they stay in their order, whatever fails in between.
package final class MessageDispatcher: Sendable {
  /// Hands a message to its recipient. `ended` is called once, on any thread.
  typealias Deliver = @Sendable (_ message: MessageRow, _ ended: @escaping @Sendable (DeliveryResult) -> Void) -> Void

  /// What came of handing over a message.
  enum DeliveryResult: Sendable {
    /// It is on its way no more.
    case over
    /// Nothing can be written or read now.
    case later
    /// The recipient cannot be read.
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

  /// Begins; also with what was on its way when the process ended.
  func start(_ wakeup: any WakeupTimer, deliver: @escaping @Sendable Deliver) {
    wakeup.begin { [self] in handleWakeup() }
    state.withLock { state in
      state.service = Service(wakeup: wakeup, deliver: deliver)
      state.rearm(now())
    }
  }

  /// From now on nobody is handed anything.
  func stop() {
    let service = state.withLock { state in
      defer { state.service = nil }
      return state.service
    }
    service?.wakeup.end()
  }

  /// Keeps a place for each of the messages in the mailbox of its recipient, for all of them or for none.
  func reserve(_ recipients: [SessionID]) -> Bool { state.withLock { $0.reserve(recipients) } }

  /// The messages were not sent.
  func release(_ recipients: [SessionID]) { state.withLock { $0.release(recipients) } }

  /// Messages on their way, those included that are only about to be sent.
  var pendingCount: Int { state.withLock { $0.pendingCount } }

  /// Messages have become durable.
  func wake() {
    state.withLock { state in
      state.noteMore()
      state.rearm(now())
    }
  }

  /// Looks what there is to do.
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

/// The figures that the postman goes by. Times are milliseconds.
extension MessageDispatcher {
  /// Messages that are read at a time.
  static let page = 256
  /// Messages that are with their recipients and have not ended: more would leave others no room in the journal.
  static let concurrency = 64
  /// A message that so many others led to looks endless.
  static let longestChain = 32
  /// Such a message waits for so long, so that two sessions that answer each other for ever leave the others alone.
  static let slowness: Int64 = 1_000
  /// Nothing is tried for so long when the journal cannot be written or read.
  static let pause: Int64 = 1_000
  /// A recipient that cannot be read is tried again after so long.
  static let longPause: Int64 = 60_000
  /// Bytes of a message's action.
  static let largestAction = 65_536
}
