import HTTP

extension HTTPConnectionState {
  /// Writes a response and the later ones that waited for it. Stores it while an earlier one is missing or too much
  /// output is unsent: a stored response shares its content with others, and output does not.
  ///
  /// A second response to a request, or one after the last response, is dropped.
  mutating func answer(
    _ number: UInt32, with response: Response, isStream: Bool = false, into output: inout [UInt8], date: [UInt8]
  ) {
    guard !isOver, !isStreaming, isUnanswered(number) else { return }
    if !responseDeadlines.isEmpty { responseDeadlines.removeAll { $0.number == number } }
    guard number == oldest, hasRoom(after: output) else {
      if !early.contains(where: { $0.number == number }) { early.append((number, response, isStream)) }
      return
    }
    write(response, isStream, into: &output, date: date)
    writeStored(into: &output, date: date)
    didWrite(into: &output)
  }

  /// Writes the stored responses that come next, as far as there is room for output.
  mutating func writeStored(into output: inout [UInt8], date: [UInt8]) {
    let count = early.count
    while !early.isEmpty, hasRoom(after: output), let index = early.firstIndex(where: { $0.number == oldest }) {
      let (_, response, isStream) = early.remove(at: index)
      write(response, isStream, into: &output, date: date)
    }
    if early.count < count { didWrite(into: &output) }
  }

  private mutating func didWrite(into output: inout [UInt8]) {
    if owesContinue, unanswered == unansweredWithContent, !isOver {
      owesContinue = false
      output.append(contentsOf: Self.continueLine)
    }
    // The idle time begins with the response, but a request that is partly received keeps its deadline.
    if parser.phase == .idle { waitRestarts = true }
  }

  private func hasRoom(after output: [UInt8]) -> Bool { unsent.count - sent + output.count < limits.unsentBytes }

  // The differences are right even after the numbers have wrapped around.
  func isUnanswered(_ number: UInt32) -> Bool { number &- oldest < next &- oldest }

  private mutating func write(_ response: Response, _ isStream: Bool, into output: inout [UInt8], date: [UInt8]) {
    if isStream { return write(streamHead: response, into: &output, date: date) }
    guard !isOver else { return }
    let isLast = isLastAnswer(response)
    response.serialize(
      into: &output, forHead: traits.isHead(oldest), date: date,
      connection: isLast ? .close : traits.isLegacy(oldest) ? .keepAlive10 : .keep)
    didAnswer(isLast: isLast)
  }

  func isLastAnswer(_ response: Response) -> Bool {
    // After an answer to incomplete content, the next request cannot be found.
    response.closes || (!acceptsRequests && unanswered == 1) || content?.number == oldest
  }

  mutating func didAnswer(isLast: Bool) {
    oldest &+= 1
    if oldest == next { unansweredBytes = 0 }
    guard isLast else { return }
    acceptsRequests = false
    isOver = true
    content = nil
    early = []
  }
}

// MARK: Unsent output

extension HTTPConnectionState {
  var hasUnsent: Bool { !unsent.isEmpty || isStreaming && !events.isEmpty }
  var unsentRest: ArraySlice<UInt8> { unsent[sent...] }

  mutating func keepUnsent(_ bytes: some Collection<UInt8>) {
    // Without this, the sent part would grow without limit for a client that always lags a little.
    if sent > unsent.count / 2 {
      unsent.removeFirst(sent)
      sent = 0
    }
    unsent.append(contentsOf: bytes)
  }

  mutating func didSend(_ count: Int) {
    sent += count
    waitRestarts = waitRestarts || count > 0
    guard sent == unsent.count else { return }
    unsent = []
    sent = 0
  }

  /// Enters the lingering state after the last response is sent: further input is discarded for a while, so that the
  /// client receives the response and not a reset (RFC 9112 §9.6).
  mutating func linger() {
    isLingering = true
  }
}
