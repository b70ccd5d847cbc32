/// The undelivered messages in memory.
struct MessageBacklog: Sendable {
  /// nil: the journal counts the mailboxes.
  private let mailboxes: Mailboxes?
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
  /// The times of the last deliveries in channels with slowed messages.
  private var slowed: [Channel: Int64] = [:]
  /// nil: this is the only node. Otherwise the journal gives the first message of each channel.
  private let node: ServerNode?
  /// The time of the last read with several nodes.
  private var readAt: Int64 = .min

  init(_ mailboxes: Mailboxes?, _ node: ServerNode? = nil) {
    self.mailboxes = mailboxes
    self.node = node
  }

  /// The time between two reads with several nodes without a hint.
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

extension MessageBacklog: WorkBacklog {
  var nextDue: Int64? { ready.isEmpty ? delayed.values.min() : .min }
  var nextRead: Int64? {
    guard freshCount < MessageDispatcher.page else { return nil }
    if mayHaveMore { return .min }
    return node == nil ? nil : readAt
  }

  mutating func popDue(_ now: Int64, atMost limit: Int) -> [MessageRow] {
    // A time that is further away than the longest delay is from before the clock was set back.
    for (channel, time) in delayed where time <= now || time > now + WorkTiming.longPause { makeReady(channel) }
    if !slowed.isEmpty { slowed = slowed.filter { $0.value + MessageDispatcher.slowness > now && $0.value <= now } }
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
      removeFirst(of: channel, message, now)
      if node != nil { mayHaveMore = true }
    case .later:
      // Without a delay of its own, since the whole scheduler pauses after a failure of the journal.
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
      return MessageQuery(after: 0, limit: MessageDispatcher.page, partitions: node.partitions)
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
      add(message, now)
    }
    if let next = page.next {
      lastRead = next
      mayHaveMore = true
    }
  }

  mutating func expectMore() { mayHaveMore = true }
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

  private mutating func removeFirst(of channel: Channel, _ message: MessageRow, _ now: Int64) {
    queues[channel]?.removeFirst()
    freshCount -= 1
    mailboxes?.release([MailboxEntry(message)])
    if message.isSlowed { slowed[channel] = now }
    guard let next = queues[channel]?.first else { return queues[channel] = nil }
    enqueue(channel, next, now)
  }

  /// Schedules a channel that has a new first message. Slowed messages are delivered one a second, so that a chain whose
  /// messages multiply is no faster than another one.
  private mutating func enqueue(_ channel: Channel, _ message: MessageRow, _ now: Int64) {
    guard message.isSlowed else { return ready.append(channel) }
    // The message is from the future if the clock was set back; it must not wait for that time.
    let time = max(min(message.at, now), slowed[channel] ?? .min) + MessageDispatcher.slowness
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

extension MessageRow {
  /// Whether the message belongs to a chain that is assumed to be endless.
  var isSlowed: Bool { chain > MessageDispatcher.longestChain }
}
