/// The undelivered messages in memory, and the capacity of the mailboxes.
struct MessageBacklog: Sendable {
  /// The limit of undelivered messages to a session.
  private let mailbox: Int
  /// The last message from before this process started. Messages up to it have no reserved mailbox capacity.
  private let lastBefore: Int64
  /// The number of undelivered messages to each session, including reserved ones.
  private var mailboxes: [SessionID: Int] = [:]
  /// The messages in memory of each channel, oldest first; never empty.
  private var queues: [Channel: [MessageRow]] = [:]
  /// The channels whose first message can be delivered now.
  private var ready: [Channel] = []
  /// The channels whose first message has to wait, with the time of the next attempt.
  private var delayed: [Channel: Int64] = [:]
  /// The number of messages in memory, without those of delayed channels.
  private var freshCount = 0
  private var lastRead: Int64 = 0
  private var mayHaveMore = true
  /// nil: this is the only node. Otherwise the journal counts the mailboxes, and gives the first message of each channel.
  private let node: SharedNode?
  /// The time of the last read on a shared journal.
  private var readAt: Int64 = .min

  init(mailbox: Int, lastBefore: Int64, _ node: SharedNode? = nil) {
    self.mailbox = mailbox
    self.lastBefore = lastBefore
    self.node = node
  }

  /// The time between two reads on a shared journal without a hint.
  private static let sharedInterval: Int64 = 1_000

  private struct Channel: Hashable {
    let sender: SessionID
    let recipient: SessionID

    init(_ message: MessageRow) {
      sender = message.sender
      recipient = message.recipient
    }
  }
}

// Mailboxes.
extension MessageBacklog {
  var pendingCount: Int { mailboxes.values.reduce(0, +) }

  mutating func reserve(_ recipients: [SessionID]) -> Bool {
    if node != nil { return true }
    for (index, recipient) in recipients.enumerated() {
      guard mailboxes[recipient, default: 0] < mailbox else {
        release(Array(recipients[..<index]))
        return false
      }
      mailboxes[recipient, default: 0] += 1
    }
    return true
  }

  mutating func release(_ recipients: [SessionID]) {
    if node != nil { return }
    for recipient in recipients {
      let count = mailboxes[recipient, default: 0]
      mailboxes[recipient] = count > 1 ? count - 1 : nil
    }
  }
}

extension MessageBacklog: WorkBacklog {
  var nextDue: Int64? { ready.isEmpty ? delayed.values.min() : .min }
  var nextRead: Int64? {
    guard freshCount < MessageDispatcher.page else { return nil }
    if mayHaveMore { return .min }
    return node == nil ? nil : readAt
  }

  mutating func takeDue(_ now: Int64, atMost limit: Int) -> [MessageRow] {
    for (channel, time) in delayed where time <= now || time > now + WorkTiming.longPause { makeReady(channel) }
    let count = min(ready.count, limit)
    let due = ready.prefix(count).compactMap { queues[$0]?.first }
    ready.removeFirst(count)
    return due
  }

  mutating func end(
    _ message: MessageRow, _ delivery: MessageDispatcher.DeliveryResult, _ now: Int64
  ) -> AttemptOutcome {
    let channel = Channel(message)
    switch delivery {
    case .over, .overtaken:
      removeFirst(of: channel, now)
      if node != nil { mayHaveMore = true }
    case .later:
      ready.append(channel)
      return .journalFailed
    case .damaged: delay(channel, until: now + WorkTiming.longPause)
    }
    return .settled
  }

  mutating func beginReading(_ now: Int64) -> MessageQuery {
    // Messages that become durable from now on are noted, and read again if this query misses them.
    mayHaveMore = false
    if let node {
      readAt = now + Self.sharedInterval
      return MessageQuery(after: 0, limit: MessageDispatcher.page, shares: node.shares)
    }
    return MessageQuery(after: lastRead, limit: MessageDispatcher.page)
  }

  mutating func endReading(_ page: MessagePage?, of query: MessageQuery, _ now: Int64) {
    guard let page else { return mayHaveMore = true }
    if node != nil {
      // The others of a channel follow when its first one is done.
      for message in page.messages where queues[Channel(message)] == nil { add(message, now) }
      return
    }
    for message in page.messages {
      lastRead = message.id
      if message.id <= lastBefore { mailboxes[message.recipient, default: 0] += 1 }
      add(message, now)
    }
    if let next = page.next {
      lastRead = next
      mayHaveMore = true
    }
  }

  mutating func noteMore() { mayHaveMore = true }
}

// Channels.
extension MessageBacklog {
  private mutating func add(_ message: MessageRow, _ now: Int64) {
    let channel = Channel(message)
    guard queues[channel] == nil else {
      queues[channel]?.append(message)
      if delayed[channel] == nil { freshCount += 1 }
      return
    }
    queues[channel] = [message]
    freshCount += 1
    enqueue(channel, message, now)
  }

  private mutating func removeFirst(of channel: Channel, _ now: Int64) {
    queues[channel]?.removeFirst()
    freshCount -= 1
    release([channel.recipient])
    guard let next = queues[channel]?.first else { return queues[channel] = nil }
    enqueue(channel, next, now)
  }

  /// Schedules a channel that has a new first message.
  private mutating func enqueue(_ channel: Channel, _ message: MessageRow, _ now: Int64) {
    guard message.chain > MessageDispatcher.longestChain else { return ready.append(channel) }
    let time = min(message.at, now) + MessageDispatcher.slowness
    if time > now { delay(channel, until: time) } else { ready.append(channel) }
  }

  private mutating func delay(_ channel: Channel, until time: Int64) {
    delayed[channel] = time
    freshCount -= queues[channel]?.count ?? 0
  }

  private mutating func makeReady(_ channel: Channel) {
    delayed[channel] = nil
    freshCount += queues[channel]?.count ?? 0
    ready.append(channel)
  }
}
