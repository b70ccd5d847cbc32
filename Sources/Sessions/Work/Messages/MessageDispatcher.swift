import Support

/// Delivers messages between sessions; one instance per process.
///
/// Reads durable messages page by page and passes each one to its recipient. The journal stores each message until the
/// change that delivers it. Messages from one sender to one recipient are delivered one at a time, each after the
/// previous delivery is durable, so their order is kept even after failures.
package final class MessageDispatcher: Sendable {
  /// The result of a delivery attempt.
  enum DeliveryResult: Sendable {
    /// Delivered or dismissed.
    case over
    /// Another node has written to the recipient, or delivered the message. The remaining messages are read again.
    case overtaken
    /// The journal cannot be read or written at present.
    case later
    /// The recipient's data is corrupted.
    case damaged
  }

  private let scheduler: WorkScheduler<MessageBacklog>
  private let refused = Counter(), withoutRecipient = Counter()
  /// nil: the journal counts the mailboxes.
  private let mailboxes: Mailboxes?

  init(journal: any Journal, _ node: ServerNode?, now: @escaping WallClock, mailbox: MailboxLimit) {
    mailboxes = journal.mailboxes
    mailboxes?.limit = mailbox
    scheduler = WorkScheduler(MessageBacklog(mailboxes, node), now: now) { query throws(JournalFailure) in
      try await journal.messages(query)
    }
  }

  /// Starts the delivery, including undelivered messages from before the process started.
  ///
  /// - Parameter deliver: Delivers a message to its recipient.
  func start(_ wakeup: any WakeupTimer, deliver: @escaping WorkScheduler<MessageBacklog>.Run) {
    scheduler.start(wakeup, run: deliver)
  }

  /// Stops further deliveries.
  func stop() { scheduler.stop() }

  /// Reserves mailbox capacity for all of the messages, or for none.
  func reserve(_ entries: [MailboxEntry]) -> Bool { mailboxes?.reserve(entries) ?? true }

  /// Releases the mailbox capacity of messages that were not sent.
  func release(_ entries: [MailboxEntry]) { mailboxes?.release(entries) }

  /// The number of undelivered messages, including reserved ones.
  var pendingCount: Int { mailboxes?.count ?? 0 }

  func countDropped(_ message: Undelivered) {
    if message.refused == nil { withoutRecipient.increment() } else { refused.increment() }
  }

  /// Starts the delivery of messages that became durable.
  func wake() { scheduler.add { $0.expectMore() } }

  func report(in text: inout MetricsText) {
    text.gauge("navstate_messages_pending", "Undelivered messages to other sessions.", pendingCount)
    text.begin("navstate_messages_dropped_total", .counter, "Messages that were not carried out.")
    text.series(refused.value, ["reason": "refused"])
    text.series(withoutRecipient.value, ["reason": "no-recipient"])
  }
}

/// The parameters of the message dispatcher. Times are milliseconds.
extension MessageDispatcher {
  /// The maximum number of messages of one query.
  static let page = 256
  /// The length of a chain of messages above which it is assumed to be endless.
  static let longestChain = 32
  /// The delay of messages in longer chains, so that two sessions that answer each other endlessly do not slow down
  /// others.
  static let slowness: Int64 = 1_000
  /// The maximum bytes of a message's action.
  static let largestAction = 65_536
}
