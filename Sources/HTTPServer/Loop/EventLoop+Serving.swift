import CShims
import Glibc
import HTTP

extension EventLoop {
  /// The maximum number of reads of one connection before others have their turn.
  private static let readsInARow = 16

  /// Serves a connection until it would block: reads, answers, writes; then closes it or updates its deadline.
  func serve(_ connection: Connection) {
    current = ObjectIdentifier(connection)
    var reads = 0
    repeat {
      readInput(of: connection)
      flush(connection)
      reads += 1
    } while connection.isOpen && connection.hasInput && reads < Self.readsInARow
    current = nil
    guard connection.isOpen else { return }
    if connection.hasInput { unfinished.append(connection) }
    settle(connection)
  }

  private func readInput(of connection: Connection) {
    guard connection.hasInput else { return }
    if !connection.leftover.isEmpty {
      let leftover = connection.leftover
      let rest = leftover.withUnsafeBytes { converse(on: connection, $0) }
      connection.leftover = rest == 0 ? [] : leftover.suffix(rest)
      return
    }
    let count = retrying { recv(connection.socket, inbound.baseAddress, inbound.count, 0) }
    if count > 0 {
      // A short read empties the socket; epoll reports further input.
      if count < inbound.count, !connection.endIsNear { connection.isReadable = false }
      let rest = converse(on: connection, UnsafeRawBufferPointer(rebasing: inbound[..<count]))
      if rest > 0 { connection.leftover = Array(inbound[..<count].suffix(rest))[...] }
    } else if count == 0 {
      connection.isReadable = false
      connection.state.endInput()
    } else if errno == EAGAIN {
      connection.isReadable = false
    } else {
      close(connection)
    }
  }

  /// Parses requests and passes them to the responder.
  ///
  /// - Returns: The number of unparsed bytes at the end.
  private func converse(on connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int {
    var input = bytes[...]
    while let event = connection.state.next(&input, into: &outbound) {
      switch event {
      case .request(let request, let number):
        counters.requests.wrappingAdd(1, ordering: .relaxed)
        responder.respond(to: request, writer: ConnectionResponseWriter(connection: connection, number: number))
      case .refusal(let error, let number):
        counters.refusedRequests.wrappingAdd(1, ordering: .relaxed)
        refuse(error, number: number, of: connection)
      case .content(let piece, let isLast):
        connection.deliver(piece, isLast: isLast)
      }
    }
    // After the last request the rest is dropped, as `discardInput` drops what is still in the socket.
    return connection.state.acceptsRequests ? input.count : 0
  }

  func refuse(_ error: RequestError, number: UInt32, of connection: Connection) {
    var response = responder.response(to: error)
    // After most errors it is unknown where the next request begins.
    response.closes = true
    answer(number, of: connection, with: response)
  }

  /// Writes the output, and the stored responses when there is room. The connection state keeps the part that the socket
  /// does not take.
  private func flush(_ connection: Connection) {
    repeat {
      flushOutput(of: connection)
      guard connection.isOpen, !connection.state.early.isEmpty else { return }
      connection.state.writeStored(into: &outbound, date: date.bytes)
    } while !outbound.isEmpty
  }

  private func flushOutput(of connection: Connection) {
    // `outbound` must be empty for the next connection, even when this one closed in between.
    guard connection.isOpen else { return outbound.removeAll(keepingCapacity: true) }
    if !connection.state.unsent.isEmpty {
      // The bytes that the socket refused before come first.
      connection.state.keepUnsent(outbound)
      sendUnsent(of: connection)
    } else if !outbound.isEmpty {
      let sent = outbound.withUnsafeBytes { send($0, to: connection) }
      if sent < outbound.count { connection.state.keepUnsent(outbound[sent...]) }
    }
    outbound.removeAll(keepingCapacity: outbound.capacity <= 1 << 18)
    // The head of a stream precedes its pieces.
    if connection.state.isStreaming, connection.state.unsent.isEmpty { flushEvents(of: connection) }
  }

  private func sendUnsent(of connection: Connection) {
    let sent = connection.state.unsentRest.withUnsafeBytes { send($0, to: connection) }
    connection.state.didSend(sent)
  }

  /// - Returns: The number of bytes that the socket took. Closes the connection after an error.
  private func send(_ bytes: UnsafeRawBufferPointer, to connection: Connection) -> Int {
    // SIGPIPE would end the process, since the server installs no signal handlers.
    let count = retrying { Glibc.send(connection.socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    return accepted(count, by: connection)
  }

  /// The number of bytes that a write took. Closes the connection after an error, read from `errno`.
  func accepted(_ count: Int, by connection: Connection) -> Int {
    if count >= 0 { return count }
    // EAGAIN: the socket's buffer is full, and epoll reports when it has room.
    if errno != EAGAIN { close(connection) }
    return 0
  }

  private func settle(_ connection: Connection) {
    // The request was answered or dropped before its content was complete.
    if connection.contentReceiver != nil, connection.state.content == nil { connection.abortContent() }
    if let stream = connection.stream {
      settleStream(of: connection, stream)
      guard connection.isOpen else { return }
    }
    if connection.state.isOver, !connection.state.hasUnsent {
      if connection.state.inputEnded { return close(connection) }
      if !connection.state.isLingering {
        // The client sees the end of the response now, although its own bytes are read for a while.
        shutdown(connection.socket, Int32(SHUT_WR))
        // Reading may have paused with bytes in the socket, which epoll does not report again: hence `isReadable`.
        connection.state.linger()
        connection.isReadable = true
      }
      discardInput(of: connection)
      guard connection.isOpen else { return }
    }
    connection.state.updateDeadline(at: now)
    if held.update(connection) { makeRoom() }
  }

  /// Discards further input. Unread bytes would turn the close into a reset, which can destroy the response (RFC 9112
  /// §9.6). A client that sends more than `ConnectionLimits.discardedBytes` gets that reset.
  private func discardInput(of connection: Connection) {
    guard connection.isReadable else { return }
    for _ in 0..<Self.readsInARow {
      guard connection.discardedBytes < limits.discardedBytes else { return close(connection) }
      // tcp(7): MSG_TRUNC discards the bytes without copying them.
      let count = retrying { recv(connection.socket, nil, 1 << 20, Int32(MSG_TRUNC)) }
      if count > 0 {
        connection.discardedBytes += count
        continue
      }
      connection.isReadable = false
      if count == 0 || errno != EAGAIN { close(connection) }
      return
    }
    unfinished.append(connection)
  }

  /// Closes a connection with a reset and drops the kernel's unsent data, which would otherwise be retransmitted for
  /// minutes (socket(7): SO_LINGER).
  ///
  /// - Parameter ending: The ending that is reported to the owner of a stream.
  func abandon(_ connection: Connection, as ending: StreamEnding = .tooSlow) {
    guard connection.isOpen else { return }
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
    close(connection, as: ending)
  }

  /// Closes a connection.
  ///
  /// - Parameter ending: The ending that is reported to the owner of a stream.
  func close(_ connection: Connection, as ending: StreamEnding = .disconnected) {
    guard connection.isOpen else { return }
    // Before the callbacks below: they may use the connection, and its descriptor may have a new owner by then.
    connection.isOpen = false
    connections[Int(connection.socket)] = nil
    // This also removes the socket from the epoll set, since it has no duplicate (epoll(7)).
    Glibc.close(connection.socket)
    if let permit = connection.permit {
      connectionLimiter.release(permit)
      counters.open.wrappingSubtract(1, ordering: .relaxed)
    } else {
      refusedCount -= 1
    }
    connectionCount -= 1
    if connection.contentReceiver != nil { connection.abortContent() }
    if connection.stream != nil { endStream(of: connection, as: ending) }
    // After `endStream`, whose cleared queue changes the bytes that this connection holds.
    held.forget(connection)
    if !connection.state.responseDeadlines.isEmpty { giveUpAll(of: connection) }
    if connectionCount == 0, isDraining { end() }
  }
}

extension Connection {
  /// Whether there is input that can be parsed now.
  fileprivate var hasInput: Bool {
    (isReadable || !leftover.isEmpty) && state.wantsInput
  }
}
