extension MessageDispatcher {
  struct State {
    /// nil: not started, or stopped.
    var service: Service?
    /// The limit of undelivered messages to a session.
    private let mailbox: Int
    /// The last message from before this process started. Messages up to it have no reserved mailbox capacity.
    private let lastBefore: Int64
    /// The number of undelivered messages to each session, including reserved ones.
    private var mailboxes: [SessionID: Int] = [:]
    /// The messages in memory.
    private var queues: [Channel: MessageQueue] = [:]
    /// The channels whose first message can be delivered now.
    private var ready: [Channel] = []
    /// The channels whose first message has to wait, with the time of the next attempt.
    private var delayed: [Channel: Int64] = [:]
    /// The number of messages in memory, without those of delayed channels.
    private var freshCount = 0
    private var running = 0
    private var pausedUntil: Int64 = .min
    private var lastRead: Int64 = 0
    private var mayHaveMore = true
    private var isReading = false
    /// The time at which the timer will fire; nil: it has fired.
    var wakeupTime: Int64?

    init(mailbox: Int, lastBefore: Int64) {
      self.mailbox = mailbox
      self.lastBefore = lastBefore
    }
  }

  struct Channel: Hashable {
    let sender: SessionID
    let recipient: SessionID

    init(_ message: MessageRow) {
      sender = message.sender
      recipient = message.recipient
    }
  }

  /// The undelivered messages from one session to another, oldest first; never empty.
  struct MessageQueue {
    var messages: [MessageRow]
  }
}

// Mailboxes.
extension MessageDispatcher.State {
  var pendingCount: Int { mailboxes.values.reduce(0, +) }

  mutating func reserve(_ recipients: [SessionID]) -> Bool {
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
    for recipient in recipients {
      let count = mailboxes[recipient, default: 0]
      mailboxes[recipient] = count > 1 ? count - 1 : nil
    }
  }
}

// Reading.
extension MessageDispatcher.State {
  mutating func noteMore() { mayHaveMore = true }

  /// Returns the next query, if messages should be read now.
  mutating func nextQuery(_ now: Int64) -> MessageQuery? {
    guard wantsToRead, now >= pausedUntil else { return nil }
    isReading = true
    // Messages that become durable from now on are noted, and read again if this query misses them.
    mayHaveMore = false
    return MessageQuery(after: lastRead, limit: MessageDispatcher.page)
  }

  mutating func take(_ result: Result<MessagePage, JournalFailure>, of query: MessageQuery, _ now: Int64) {
    isReading = false
    guard case .success(let page) = result else {
      mayHaveMore = true
      pausedUntil = now + MessageDispatcher.pause
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

  private var wantsToRead: Bool { mayHaveMore && !isReading && freshCount < MessageDispatcher.page }

  private mutating func add(_ message: MessageRow, _ now: Int64) {
    let channel = MessageDispatcher.Channel(message)
    guard queues[channel] == nil else {
      queues[channel]?.messages.append(message)
      if delayed[channel] == nil { freshCount += 1 }
      return
    }
    queues[channel] = MessageDispatcher.MessageQueue(messages: [message])
    freshCount += 1
    line(up: channel, message, now)
  }
}

// Delivery.
extension MessageDispatcher.State {
  mutating func takeDue(_ now: Int64) -> [MessageRow] {
    // A pause that ends later than any new one would: the wall clock was set back.
    if pausedUntil > now + MessageDispatcher.pause { pausedUntil = .min }
    for (channel, time) in delayed where time <= now || time > now + MessageDispatcher.longPause { makeReady(channel) }
    guard now >= pausedUntil else { return [] }
    let count = min(ready.count, MessageDispatcher.concurrency - running)
    let due = ready.prefix(count).compactMap { queues[$0]?.messages.first }
    ready.removeFirst(count)
    running += count
    return due
  }

  mutating func end(_ message: MessageRow, _ delivery: MessageDispatcher.DeliveryResult, _ now: Int64) {
    running -= 1
    let channel = MessageDispatcher.Channel(message)
    switch delivery {
    case .over:
      queues[channel]?.messages.removeFirst()
      freshCount -= 1
      release([message.recipient])
      guard let next = queues[channel]?.messages.first else {
        queues[channel] = nil
        return
      }
      line(up: channel, next, now)
    case .later:
      pausedUntil = now + MessageDispatcher.pause
      ready.append(channel)
    case .damaged: delay(channel, until: now + MessageDispatcher.longPause)
    }
  }

  /// Sets the timer to the next work, unless it fires earlier anyway.
  mutating func rearm(_ now: Int64) {
    guard let wakeup = service?.wakeup else { return }
    var next = Int64.max
    if running < MessageDispatcher.concurrency {
      next = ready.isEmpty ? delayed.values.min() ?? .max : now
    }
    if wantsToRead { next = now }
    guard next < .max else { return }
    next = max(next, pausedUntil, now)
    guard wakeupTime.map({ next < $0 }) ?? true else { return }
    wakeupTime = next
    wakeup.fire(at: next)
  }

  /// Schedules a channel that has a new first message.
  private mutating func line(up channel: MessageDispatcher.Channel, _ message: MessageRow, _ now: Int64) {
    guard message.chain > MessageDispatcher.longestChain else { return ready.append(channel) }
    let time = min(message.at, now) + MessageDispatcher.slowness
    if time > now { delay(channel, until: time) } else { ready.append(channel) }
  }

  private mutating func delay(_ channel: MessageDispatcher.Channel, until time: Int64) {
    delayed[channel] = time
    freshCount -= queues[channel]?.messages.count ?? 0
  }

  private mutating func makeReady(_ channel: MessageDispatcher.Channel) {
    delayed[channel] = nil
    freshCount += queues[channel]?.messages.count ?? 0
    ready.append(channel)
  }
}
