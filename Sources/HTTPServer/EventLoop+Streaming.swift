import CLinux
import Glibc
import HTTP

extension EventLoop {
  /// Streams that are written to before the requests that came meanwhile have their turn.
  private static let streamsInARow = 64

  /// Begins a stream, from any thread.
  func begin(_ stream: EventStream, with head: Response) {
    if isAnswering(on: stream.connection) {
      register(stream, with: head)
    } else if !mailbox.post(Delivery(stream: stream, content: .begin(head))) {
      stream.close(as: .disconnected)
    }
  }

  func deliver(_ deliveries: [Delivery]) {
    for delivery in deliveries {
      let stream = delivery.stream
      let connection = stream.connection
      if case .begin(let head) = delivery.content {
        register(stream, with: head)
        if connection.isOpen { serve(connection) }
      } else if connection.stream === stream {
        deliver(delivery.content, on: connection)
      }
    }
  }

  private func deliver(_ content: Delivery.Content, on connection: Connection) {
    switch content {
    case .begin: preconditionFailure("A stream begins once, and before its connection knows of it.")
    case .chunk(let chunk): queue(chunk, on: connection)
    case .whenSent(let body): connection.whenSent.append(body)
    case .finish:
      connection.finishesStream = true
      connection.conversation.endStream()
    case .abort: return abandon(connection, as: .aborted)
    }
    writeSoon(connection)
  }

  private func queue(_ chunk: SharedChunk, on connection: Connection) {
    guard !connection.finishesStream, connection.conversation.queue(chunk) == .full else { return }
    // What waits may be of this very turn, and not have been offered to the client yet.
    serve(connection)
    guard connection.isOpen, connection.conversation.queue(chunk) == .full else { return }
    close(connection, as: .tooSlow)
  }

  /// Gives the stream to its connection, which has one at most: the one that was asked for first.
  private func register(_ stream: EventStream, with head: Response) {
    let connection = stream.connection
    guard connection.isOpen, connection.conversation.awaits(stream.number) else {
      return stream.close(as: .disconnected)
    }
    if connection.conversation.traits.isHead(stream.number) {
      answer(stream.number, of: connection, with: head, isStream: true)
      return stream.close(as: .finished)
    }
    if let other = connection.stream {
      guard Int32(bitPattern: stream.number &- other.number) < 0 else { return stream.close(as: .disconnected) }
      endStream(of: connection, as: .disconnected)
    }
    connection.stream = stream
    counters.streams.wrappingAdd(1, ordering: .relaxed)
    limitSilence(of: connection)
    connection.conversation.prepareStream(stream.number, hasHeartbeat: stream.isOfEvents)
    answer(stream.number, of: connection, with: head, isStream: true)
  }

  /// tcp(7): what a client does not acknowledge for so long breaks the connection. Without it, one that vanished without
  /// a word would be taken for a listener until the system gives up, a quarter of an hour later.
  private func limitSilence(of connection: Connection) {
    var time = UInt32(clamping: rules.milliseconds(for: .write, isDraining: false))
    setsockopt(
      connection.socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &time, socklen_t(MemoryLayout<UInt32>.size))
  }

  /// - Returns: Whether the loop is at the requests of that connection, on this thread.
  func isAnswering(on connection: Connection) -> Bool {
    // Only the loop's own thread can read its own name here.
    thread.load(ordering: .relaxed) == pthread_self() && current == ObjectIdentifier(connection)
  }
}

// MARK: Writing

extension EventLoop {
  /// Has the connection served once in this turn or one of the next, however much there is for it.
  func writeSoon(_ connection: Connection) {
    guard connection.isOpen, !connection.isInLine else { return }
    connection.isInLine = true
    line.append(connection)
  }

  /// Serves the first of those in line: a thousand streams do not keep a request waiting.
  func serveLine() {
    let end = min(line.count, linePosition + Self.streamsInARow)
    while linePosition < end {
      let connection = line[linePosition]
      linePosition += 1
      connection.isInLine = false
      if connection.isOpen { serve(connection) }
    }
    guard linePosition == line.count else { return }
    line.removeAll(keepingCapacity: line.capacity <= 4096)
    linePosition = 0
  }

  /// Writes what is queued: one system call, unless there is very much.
  func flushEvents(of connection: Connection) {
    while connection.isOpen, !connection.conversation.events.isEmpty {
      let (count, isAll) = connection.conversation.events.withBuffers { buffers in
        let count = Self.send(buffers, to: connection.socket)
        return (count, count == buffers.reduce(0) { $0 + $1.iov_len })
      }
      let sent = accepted(count, by: connection)
      guard connection.isOpen else { return }
      connection.conversation.didSendEvents(sent)
      if !isAll { return }
    }
  }

  private static func send(_ buffers: UnsafeMutableBufferPointer<iovec>, to socket: Int32) -> Int {
    if buffers.count == 1 {
      return retrying { Glibc.send(socket, buffers[0].iov_base, buffers[0].iov_len, Int32(MSG_NOSIGNAL)) }
    }
    var message = msghdr()
    message.msg_iov = buffers.baseAddress
    message.msg_iovlen = buffers.count
    return retrying { sendmsg(socket, &message, Int32(MSG_NOSIGNAL)) }
  }
}

// MARK: Ending

extension EventLoop {
  /// What becomes of the stream after all that could be written was: it goes on, or its end comes nearer.
  func settleStream(of connection: Connection, _ stream: EventStream) {
    guard connection.conversation.isStreaming else {
      // Its head waits for earlier answers, unless one of these was the last.
      if !connection.conversation.awaits(stream.number) { endStream(of: connection, as: .disconnected) }
      return
    }
    // Nothing reads up to the end of the input any more, but epoll tells that it has come. Who has asked for something that
    // ends may have closed the sending side, and waits for it.
    if stream.isOfEvents, connection.conversation.inputEnded || connection.endIsNear { return close(connection) }
    if !connection.conversation.hasUnsent { callWhenSent(connection) }
    if connection.conversation.isOver {
      if !connection.conversation.hasUnsent { endStream(of: connection, as: isDraining ? .drained : .finished) }
    } else if connection.finishesStream || isDraining && stream.isOfEvents {
      connection.conversation.endStream(saying: isDraining ? stream.farewell : nil)
      writeSoon(connection)
    }
  }

  private func callWhenSent(_ connection: Connection) {
    guard !connection.whenSent.isEmpty else { return }
    let bodies = connection.whenSent
    connection.whenSent = []
    for body in bodies { body() }
  }

  func endStream(of connection: Connection, as ending: StreamEnding) {
    guard let stream = connection.stream else { return }
    connection.stream = nil
    connection.whenSent = []
    connection.finishesStream = false
    connection.conversation.forgetStream()
    counters.streams.wrappingSubtract(1, ordering: .relaxed)
    stream.close(as: ending)
  }
}
