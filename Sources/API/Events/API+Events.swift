import Digest
import HTTP
import JSON
import Sessions

extension API {
  /// `GET S/events`
  func listen(_ exchange: Exchange) throws(Problem) {
    let id = try exchange.session()
    let view = try exchange.eventView()
    let refusals = try exchange.flag("refusals")
    // Missed events are history too. Without access to it they count as pruned, so a reset and the session follow.
    let known = try exchange.lastEventID().map { mayLookBack(exchange) ? $0 : Int.max }
    let presence = Presence(
      id: "l\(listeners.wrappingAdd(1, ordering: .relaxed).newValue)", name: try exchange.listenerName(), since: now())
    let feed = EventFeed(
      view, presence: presence, knownOutput: known ?? 0, refusals: refusals && view != .outputs, permit: try takeSeat(),
      bufferLimits: EventFeed.BufferLimits(events: configuration.queuedEvents, bytes: configuration.queuedBytes))
    let point: ListeningPoint =
      switch (view, known) {
      case (_, nil): .now
      case (.outputs, let seq?): .afterOutput(seq)
      case (_, let revision?): .after(revision)
      }
    registry.listen(feed, to: id, from: point, holding: exchange.caller.token) { [self] listening in
      switch listening {
      case .snapshot(let session, let revision, let isReset):
        feed.begin(stream(feed, of: id, exchange), with: session, revision: revision, isReset: isReset)
      case .backlog(let backlog, let isReset):
        feed.begin(stream(feed, of: id, exchange), with: backlog, isReset: isReset)
      case .deleted: exchange.send(.empty(204))
      case .crowded(let limit): exchange.send(.tooManyListeners(of: limit))
      case .shareTaken(let app): exchange.send(.shareTaken(by: app))
      case .notFound: answerGone(id, exchange)
      case .failed(let failure): exchange.send(Problem(failure))
      }
    }
  }

  private func stream(_ feed: EventFeed, of id: SessionID, _ exchange: Exchange) -> any ContentStream {
    var head = Response(status: 200, body: [])
    head.fields.append("Content-Type", "text/event-stream")
    head.fields.append("Cache-Control", "no-store")
    // Prevents nginx from buffering the events.
    head.fields.append("X-Accel-Buffering", "no")
    return exchange.stream(head, finalChunk: EventView.finalChunk) { [registry] _ in
      registry.stopListening(feed, to: id)
      feed.stop()
    }
  }

  /// Responds with 204 for a deleted session, so that its listeners do not reconnect. A session that never existed, or
  /// has another token, is unknown.
  private func answerGone(_ id: SessionID, _ exchange: Exchange) {
    journal.tombstone(of: id) { result in
      switch result {
      case .success(let tombstone?) where exchange.caller.mayKnow(of: tombstone): exchange.send(.empty(204))
      case .success: exchange.send(.noSession(exchange.sessionText))
      case .failure(let failure): exchange.send(Problem(failure))
      }
    }
  }

  /// `GET S/listeners`
  func readListeners(_ exchange: Exchange) throws(Problem) {
    registry.presences(of: try exchange.session()) { result in
      switch result {
      case .success(let presences?):
        var json = JSONWriter()
        json.append(presences: presences)
        exchange.send(json: json.bytes)
      case .success(nil): exchange.send(.noSession(exchange.sessionText))
      case .failure(let failure): exchange.send(Problem(failure))
      }
    }
  }
}

extension Caller {
  fileprivate func mayKnow(of tombstone: Tombstone) -> Bool {
    token.map { SHA256.isSame($0, tombstone.tokenHash ?? []) } ?? true
  }
}

extension JSONWriter {
  fileprivate mutating func append(presences: [Presence]) {
    append("{\"items\":[")
    for (index, presence) in presences.enumerated() {
      append(index == 0 ? "{\"id\":" : ",{\"id\":")
      append(string: presence.id)
      append(",\"name\":")
      append(value: presence.name.map(JSONValue.string) ?? .null)
      append(",\"since\":")
      append(timestamp: presence.since)
      append("}")
    }
    append("]}")
  }
}

extension Exchange {
  fileprivate func eventView() throws(Problem) -> EventView {
    let outputs = try text("outputs")
    guard [nil, "0", "1"].contains(outputs) else {
      throw Problem(400, "bad-parameter", "`outputs` is 1, for outputs only, or 0; this is \"\(outputs ?? "")\".")
    }
    let view = try text("view")
    guard [nil, "full", "minimal"].contains(view) else {
      throw Problem(400, "bad-parameter", "`view` is `full` or `minimal`; this is \"\(view ?? "")\".")
    }
    return outputs == "1" ? .outputs : view == "minimal" ? .minimal : .full
  }

  /// The last event that the client has. `Last-Event-ID` takes precedence over `after`: a browser reconnects with the
  /// same URL.
  fileprivate func lastEventID() throws(Problem) -> Int? {
    let after = try text("after") == nil ? nil : try integer("after", in: 0...Int.max, or: 0)
    guard let text = request.text(of: "last-event-id"), !text.isEmpty else { return after }
    guard let id = Int(text), id >= 0 else {
      throw Problem(
        400, "bad-last-event-id", "Last-Event-ID is the `id` of an event, a number; this is \"\(text.prefix(80))\".")
    }
    return id
  }

  fileprivate func listenerName() throws(Problem) -> String? {
    guard let name = try text("name") else { return nil }
    guard (1...64).contains(name.utf8.count) else {
      throw Problem(400, "bad-parameter", "`name` has 1 to 64 bytes; this has \(name.utf8.count).")
    }
    return name
  }
}
