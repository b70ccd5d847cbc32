import Synchronization

/// The undelivered messages to each session, including those that are about to be stored.
///
/// Recipients by id are reserved before a change is submitted, recipients by key when the journal finds their sessions.
package final class Mailboxes: Sendable {
  private let state: Mutex<State>

  fileprivate struct State {
    var limit = MailboxLimit()
    var uses: [SessionID: MailboxUse]
  }

  /// - Parameter stored: The messages that the journal holds.
  package init(stored: [SessionID: MailboxUse] = [:]) {
    state = Mutex(State(uses: stored))
  }

  package var limit: MailboxLimit {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// The number of undelivered messages.
  var count: Int { state.withLock { $0.uses.values.reduce(0) { $0 + $1.messages } } }

  /// Reserves capacity for all of the messages, or for none.
  package func reserve(_ entries: [MailboxEntry]) -> Bool {
    state.withLock { state in
      for (index, entry) in entries.enumerated() {
        let use = state.uses[entry.mailbox] ?? MailboxUse()
        // A change sends all of its messages or is refused, so nothing stays reserved for some of them.
        guard let next = use.adding(entry.bytes, within: state.limit) else {
          for entry in entries[..<index] { state.release(entry) }
          return false
        }
        state.uses[entry.mailbox] = next
      }
      return true
    }
  }

  /// Releases the capacity of messages that were delivered, dropped or not stored.
  package func release(_ entries: [MailboxEntry]) {
    if !entries.isEmpty { state.withLock { state in for entry in entries { state.release(entry) } } }
  }

  /// Forgets the messages to a deleted session.
  package func forget(_ session: SessionID) { state.withLock { $0.uses[session] = nil } }
}

extension Mailboxes.State {
  fileprivate mutating func release(_ entry: MailboxEntry) {
    // The mailbox of a session that was deleted is forgotten as a whole.
    guard let use = uses[entry.mailbox] else { return }
    uses[entry.mailbox] =
      use.messages > 1
      ? MailboxUse(messages: use.messages - 1, bytes: max(0, use.bytes - entry.bytes)) : nil
  }
}

/// The limit of the undelivered messages to one session.
package struct MailboxLimit: Sendable, Equatable {
  package var messages = 1_000
  /// Bytes of their actions.
  package var bytes = 8 << 20

  package init() {}
}

extension MailboxLimit: CustomStringConvertible {
  package var description: String { "\(messages) messages or \(bytes) bytes" }
}

/// The undelivered messages to one session.
package struct MailboxUse: Sendable, Equatable {
  package var messages = 0
  package var bytes = 0

  package init(messages: Int = 0, bytes: Int = 0) {
    self.messages = messages
    self.bytes = bytes
  }

  /// The use with another message; nil: the limit is reached. An empty mailbox takes any message.
  package func adding(_ size: Int, within limit: MailboxLimit) -> MailboxUse? {
    guard messages < limit.messages, messages == 0 || bytes + size <= limit.bytes else { return nil }
    return MailboxUse(messages: messages + 1, bytes: bytes + size)
  }
}

/// The capacity that a message takes in a mailbox.
package struct MailboxEntry: Sendable, Equatable {
  package let mailbox: SessionID
  package let bytes: Int

  /// - Parameter recipient: A message to a key that no session has counts for its sender.
  package init(to recipient: SessionID, from sender: SessionID, bytes: Int) {
    mailbox = recipient == .unknownRecipient ? sender : recipient
    self.bytes = bytes
  }

  init(_ message: MessageRow) {
    self.init(to: message.recipient, from: message.sender, bytes: message.action.count)
  }
}

extension SessionID {
  /// The id, which no session has, that a message to an unknown key is stored with. Its delivery counts it as
  /// undelivered.
  package static let unknownRecipient = SessionID(high: 0, low: 0)
}

extension [MessageStep] {
  /// The capacity that messages to recipients by id take.
  var entriesByID: [MailboxEntry] {
    compactMap { step in
      guard case .send(let message) = step, let id = message.recipient.id else { return nil }
      return MailboxEntry(to: id, from: id, bytes: message.action.count)
    }
  }

  /// Whether messages are sent.
  var sendMessages: Bool { contains { if case .send = $0 { true } else { false } } }
}
