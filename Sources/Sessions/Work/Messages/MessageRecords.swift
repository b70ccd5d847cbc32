import Navigation

/// An undelivered message: a row that exists until the recipient has carried it out or it is dismissed.
package struct MessageRow: Sendable, Equatable {
  /// Increases in the order in which the messages became durable.
  package let id: Int64
  package let sender: SessionID
  package let recipient: SessionID
  /// JSON.
  package let action: [UInt8]
  /// The time of sending in milliseconds since 1970.
  package let at: Int64
  /// The number of messages that led to this one, each sent by the delivery of the one before.
  package let chain: Int

  package init(id: Int64, sender: SessionID, recipient: SessionID, action: [UInt8], at: Int64, chain: Int) {
    self.id = id
    self.sender = sender
    self.recipient = recipient
    self.action = action
    self.at = at
    self.chain = chain
  }
}

/// A message of a change, before it has an id.
package struct OutgoingMessage: Sendable, Equatable {
  package let recipient: Recipient
  /// JSON.
  package let action: [UInt8]
  package let chain: Int

  /// The session that receives a message.
  package enum Recipient: Sendable, Equatable {
    case id(SessionID)
    /// The session of the sender's app with this key when the message becomes durable.
    case key(String)

    /// The recipient that a message names; nil when it is neither an id nor, where allowed, a key.
    init?(of message: SentMessage) {
      if let id = SessionID(message.recipient) {
        self = .id(id)
      } else {
        guard message.namesKey, SessionMetadata.isKey(message.recipient) else { return nil }
        self = .key(message.recipient)
      }
    }

    var id: SessionID? { if case .id(let id) = self { id } else { nil } }
  }

  package init(to recipient: Recipient, action: [UInt8], chain: Int) {
    self.recipient = recipient
    self.action = action
    self.chain = chain
  }
}

/// A change of a row of the messages table.
package enum MessageStep: Sendable, Equatable {
  case send(OutgoingMessage)
  /// Deletes the message that the change delivers.
  case remove(Int64)
}

/// A query for undelivered messages in the order of their ids.
package struct MessageQuery: Sendable {
  /// Only messages with a greater id.
  package let after: Int64
  /// The maximum number of messages.
  package let limit: Int
  /// Only the oldest message of each sender to each recipient, of recipients in these shares, whatever their ids; nil: all
  /// messages.
  package let partitions: PartitionSet?

  package init(after: Int64, limit: Int, partitions: PartitionSet? = nil) {
    self.after = after
    self.limit = limit
    self.partitions = partitions
  }
}

/// A page of undelivered messages.
package struct MessagePage: Sendable, Equatable {
  package let messages: [MessageRow]
  /// The id after which the next page starts; nil: this is the last page.
  package let next: Int64?

  package init(messages: [MessageRow], next: Int64?) {
    self.messages = messages
    self.next = next
  }
}
