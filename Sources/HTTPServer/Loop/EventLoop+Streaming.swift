import CShims
import Glibc
import HTTP

extension EventLoop {
  /// The maximum number of streams that are served before new requests have their turn.
  private static let streamsInARow = 64

  /// Begins a stream. Can be called from any thread.
  func begin(_ stream: EventStream, with head: Response) {
    if isAnswering(on: stream.connection) { return register(stream, with: head) }
    let isPosted = inbox.post(StreamWrite(stream: stream, content: .begin(head)))
    if !isPosted { stream.close(as: .disconnected) }
  }

  func deliver(_ streamWrites: [StreamWrite]) {
    for streamWrite in streamWrites {
      let stream = streamWrite.stream
      let connection = stream.connection
      if case .begin(let head) = streamWrite.content {
        register(stream, with: head)
        if connection.isOpen { serve(connection) }
      } else if connection.stream === stream {
        deliver(streamWrite.content, on: connection)
      }
    }
  }

  private func deliver(_ content: StreamWrite.Content, on connection: Connection) {
    switch content {
    case .begin: preconditionFailure("A stream begins once, and before its connection knows of it.")
    case .chunk(let chunk): queue(chunk, on: connection)
    case .whenSent(let body): connection.whenSent.append(body)
    case .finish:
      connection.finishesStream = true
      connection.state.endStream()
    case .abort: return abandon(connection, as: .aborted)
    }
    writeSoon(connection)
  }

  private func queue(_ chunk: SharedChunk, on connection: Connection) {
    guard !connection.finishesStream, connection.state.queue(chunk) == .full else { return }
    // The queue may be full of pieces of this turn, which have not been written yet.
    serve(connection)
    guard connection.isOpen, connection.state.queue(chunk) == .full else { return }
    close(connection, as: .tooSlow)
  }

  /// Attaches the stream to its connection. A connection has at most one: the stream of its oldest streaming request.
  private func register(_ stream: EventStream, with head: Response) {
    let connection = stream.connection
    guard connection.isOpen, connection.state.awaits(stream.number) else { return stream.close(as: .disconnected) }
    if connection.state.traits.isHead(stream.number) {
      answer(stream.number, of: connection, with: head, isStream: true)
      return stream.close(as: .finished)
    }
    if let other = connection.stream {
      // The numbers wrap around, so their distance decides which is older (RFC 1982).
      guard Int32(bitPattern: stream.number &- other.number) < 0 else { return stream.close(as: .disconnected) }
      endStream(of: connection, as: .disconnected)
    }
    connection.stream = stream
    counters.streams.wrappingAdd(1, ordering: .relaxed)
    limitSilence(of: connection)
    connection.state.prepareStream(stream.number, hasHeartbeat: stream.isOfEvents)
    answer(stream.number, of: connection, with: head, isStream: true)
  }

  /// Limits the time without an acknowledgement (tcp(7)). Otherwise a client that vanished would count as connected
  /// until the system gives up after a quarter of an hour.
  private func limitSilence(of connection: Connection) {
    var time = UInt32(clamping: limits.milliseconds(for: .write, isDraining: false))
    setsockopt(
      connection.socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &time, socklen_t(MemoryLayout<UInt32>.size))
  }

  /// Whether the loop is serving that connection on the current thread.
  func isAnswering(on connection: Connection) -> Bool {
    // No other thread can read its own id here.
    thread.load(ordering: .relaxed) == pthread_self() && current == ObjectIdentifier(connection)
  }
}

// MARK: Writing

extension EventLoop {
  /// Schedules a connection to be served once, in this turn or one of the next.
  func writeSoon(_ connection: Connection) {
    guard connection.isOpen, !connection.isQueuedForWriting else { return }
    connection.isQueuedForWriting = true
    readyConnections.append(connection)
  }

  /// Serves the first scheduled connections. The limit keeps a thousand streams from delaying requests.
  func serveReadyConnections() {
    // Computed once: what is scheduled meanwhile waits for the next turn.
    let end = min(readyConnections.count, readyPosition + Self.streamsInARow)
    while readyPosition < end {
      let connection = readyConnections[readyPosition]
      readyPosition += 1
      // Before `serve`, which may schedule the connection again.
      connection.isQueuedForWriting = false
      if connection.isOpen { serve(connection) }
    }
    guard readyPosition == readyConnections.count else { return }
    readyConnections.removeAll(keepingCapacity: readyConnections.capacity <= 4096)
    readyPosition = 0
  }

  /// Writes the queued pieces, usually in one system call.
  func flushEvents(of connection: Connection) {
    while connection.isOpen, !connection.state.events.isEmpty {
      let (count, isAll) = connection.state.events.withBuffers { buffers in
        let count = Self.send(buffers, to: connection.socket)
        return (count, count == buffers.reduce(0) { $0 + $1.iov_len })
      }
      let sent = accepted(count, by: connection)
      guard connection.isOpen else { return }
      connection.state.didSendEvents(sent)
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
  /// Continues or ends a stream after a write.
  func settleStream(of connection: Connection, _ stream: EventStream) {
    guard connection.state.isStreaming else {
      // The head waits for earlier responses, unless one of these was the last.
      if !connection.state.awaits(stream.number) { endStream(of: connection, as: .disconnected) }
      return
    }
    // The input of a streaming connection is not read to its end, but epoll reports its end. A client of content that
    // has an end may have closed its sending side and still wait for it.
    if stream.isOfEvents, connection.state.inputEnded || connection.endIsNear { return close(connection) }
    if !connection.state.hasUnsent { callWhenSent(connection) }
    if connection.state.isOver {
      if !connection.state.hasUnsent { endStream(of: connection, as: isDraining ? .drained : .finished) }
    } else if connection.finishesStream || isDraining && stream.isOfEvents {
      connection.state.endStream(saying: isDraining ? stream.finalChunk : nil)
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
    connection.state.forgetStream()
    counters.streams.wrappingSubtract(1, ordering: .relaxed)
    stream.close(as: ending)
  }
}
