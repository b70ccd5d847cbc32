import HTTP

extension Conversation {
  /// Writes the answer, and those that waited for it; keeps it when an earlier one is missing.
  ///
  /// A second answer to a request, or one after the last, is dropped.
  mutating func answer(_ number: UInt32, with response: Response, into output: inout [UInt8], date: [UInt8]) {
    guard !isOver, number &- oldest < next &- oldest else { return }
    guard number == oldest else {
      if !early.contains(where: { $0.number == number }) { early.append((number, response)) }
      return
    }
    write(response, into: &output, date: date)
    while !early.isEmpty, let index = early.firstIndex(where: { $0.number == oldest }) {
      write(early.remove(at: index).response, into: &output, date: date)
    }
    if owesContinue, unanswered == 0, !isOver {
      owesContinue = false
      output.append(contentsOf: Self.continueLine)
    }
    if parser.phase == .idle { waitRestarts = true }
  }

  private mutating func write(_ response: Response, into output: inout [UInt8], date: [UInt8]) {
    guard !isOver else { return }
    let isLast = response.closes || (!takesRequests && unanswered == 1)
    response.serialize(
      into: &output, forHead: traits.isHead(oldest), date: date,
      connection: isLast ? .close : traits.isLegacy(oldest) ? .keepAlive10 : .keep)
    oldest &+= 1
    guard isLast else { return }
    takesRequests = false
    isOver = true
    early = []
  }
}

// MARK: The output that the socket did not take

extension Conversation {
  var hasUnsent: Bool { !unsent.isEmpty }
  var unsentRest: ArraySlice<UInt8> { unsent[sent...] }

  mutating func keepUnsent(_ bytes: some Collection<UInt8>) {
    // A client that is always a little behind must not make the part that has gone grow for ever.
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

  /// The last answer has left: what the client still sends is discarded for a while, so that it reads the answer
  /// and not a reset (RFC 9112 §9.6).
  mutating func linger() {
    isLingering = true
  }
}
