/// A message on its way: a row that is there until the recipient has carried it out or has no use for it.
package struct MessageRow: Sendable, Equatable {
  /// Grows in the order in which the messages became durable.
  package let id: Int64
  package let sender: SessionID
  package let recipient: SessionID
  /// JSON.
  package let action: [UInt8]
  /// When it was sent, in milliseconds since 1970.
  package let at: Int64
  /// How many messages led to it, each sent by what the one before did.
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

/// A message of a change, as its session sends it.
package struct OutgoingMessage: Sendable, Equatable {
  package let recipient: SessionID
  /// JSON.
  package let action: [UInt8]
  package let chain: Int

  package init(to recipient: SessionID, action: [UInt8], chain: Int) {
    self.recipient = recipient
    self.action = action
    self.chain = chain
  }
}

/// What a change does to the rows of messages.
package enum MessageStep: Sendable, Equatable {
  case send(OutgoingMessage)
  /// The change carries that message out.
  case remove(Int64)
}

/// Asks for messages on their way, in the order of their ids.
package struct MessageQuery: Sendable {
  /// Those with a greater id.
  package let after: Int64
  /// At most so many.
  package let limit: Int

  package init(after: Int64, limit: Int) {
    self.after = after
    self.limit = limit
  }
}

package struct MessagePage: Sendable, Equatable {
  package let messages: [MessageRow]
  /// Up to which id there is nothing more to be read; nil: there is nothing more at all.
  package let next: Int64?

  package init(messages: [MessageRow], next: Int64?) {
    self.messages = messages
    self.next = next
  }
}
