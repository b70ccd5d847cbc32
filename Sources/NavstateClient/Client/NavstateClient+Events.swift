import Foundation
import JSON

extension NavstateClient {
  /// Follows the changes of the session until the client ends.
  func listen() async {
    var backoff = RetryBackoff()
    while !connection.isFinal {
      let problem: NavstateProblem
      do throws(NavstateProblem) {
        try await follow { backoff.reset() }
        problem = NavstateProblem(code: "no-connection", "The event stream ended.")
      } catch {
        problem = error
      }
      guard !connection.isFinal else { return }
      if problem.refusesSession || problem.status == 403 { return end(.refused(problem), problem) }
      connection = .offline
      // The sleep throws when it is cancelled, which `end` does.
      do { try await configuration.sleep(backoff.next(retryAfter: problem.retryAfter)) } catch { return }
    }
  }

  private func follow(_ onSuccess: () -> Void) async throws(NavstateProblem) {
    switch configuration.updates {
    case .stream: try await stream(onSuccess)
    case .longPolls: try await poll(onSuccess)
    }
  }

  private func goLive(_ onSuccess: () -> Void) {
    connection = .live
    onSuccess()
    retryPause?.cancel()
  }

  // MARK: Event streams

  private func stream(_ onSuccess: () -> Void) async throws(NavstateProblem) {
    // The server sends a comment after 15 s of silence.
    let request = try endpoint.request(
      "GET", path + "/events",
      fields: ["Accept": "text/event-stream", "Last-Event-ID": String(model.knownRevision)], timeout: 45)
    do {
      let (reply, body) = try await endpoint.transport.stream(request)
      guard reply.status == 200 else {
        let rest = await body.all()
        if reply.status == 204 { return end(.closed, .closed) }
        throw NavstateProblem(reply, body: rest)
      }
      guard reply.fields["content-type"]?.hasPrefix("text/event-stream") == true else {
        return try await poll(onSuccess)
      }
      goLive(onSuccess)
      try await read(body)
    } catch let problem as NavstateProblem {
      throw problem
    } catch {
      throw .noConnection(error)
    }
  }

  private func read(_ body: AsyncThrowingStream<Data, any Error>) async throws {
    var parser = EventParser()
    for try await part in body {
      for event in parser.events(in: part) { try receive(event) }
      if connection.isFinal { return }
    }
  }

  private func receive(_ event: ServerEvent) throws {
    switch event.name {
    case "snapshot": receive(try SessionSnapshot(json: try event.json), isReset: true)
    case "change":
      let json = try event.json
      receive(try SessionSnapshot(json: json["session"] ?? .null), by: json["by"].flatMap { $0.isNull ? nil : $0 })
    case "closed": end(.closed, .closed)
    // A `reset` is followed by a snapshot, and other events change no state.
    default: break
    }
  }

  private func receive(_ snapshot: SessionSnapshot, isReset: Bool = false, by: JSONValue? = nil) {
    model.receive(snapshot, isReset: isReset)
    show(.confirmation, by: by)
    followVersion()
  }

  // MARK: Long polls

  private func poll(_ onSuccess: () -> Void) async throws(NavstateProblem) {
    while !connection.isFinal {
      // The first poll tells at once whether the server can be reached.
      let wait = connection == .live ? 25 : 0
      let fields = ["If-None-Match": "\"\(model.knownRevision)\"", "Prefer": "wait=\(wait)"]
      let reply = try await endpoint.send(try endpoint.request("GET", path, fields: fields, timeout: 45))
      guard !connection.isFinal else { return }
      guard reply.isSuccess || reply.status == 304 else {
        let problem = NavstateProblem(reply)
        let isMissing = problem.code == "no-such-session"
        if problem.code == "session-deleted" { return end(.closed, .closed) }
        if isMissing, try await isDeleted() { return end(.closed, .closed) }
        throw problem
      }
      goLive(onSuccess)
      if reply.status != 304 { receive(try SessionSnapshot(json: reply.json ?? .null)) }
    }
  }
}

extension NavstateClient {
  /// Whether the session was deleted between two polls, which its event stream tells.
  private func isDeleted() async throws(NavstateProblem) -> Bool {
    let request = try endpoint.request("GET", path + "/events")
    do { return try await endpoint.transport.stream(request).0.status == 204 } catch { throw .noConnection(error) }
  }
}

extension NavstateProblem {
  fileprivate init(_ reply: HTTPReply, body: Data) {
    self.init(HTTPReply(status: reply.status, fields: reply.fields, body: body))
  }
}

extension AsyncThrowingStream where Element == Data, Failure == any Error {
  /// The rest of the stream as one value; what has arrived if it breaks.
  fileprivate func all() async -> Data {
    var data = Data()
    do {
      for try await part in self { data += part }
    } catch {
      return data
    }
    return data
  }
}
