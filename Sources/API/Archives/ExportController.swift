import HTTP
import Sessions

/// Exports sessions.
struct ExportController: Controller {
  let registry: SessionRegistry
  let authorizer: Authorizer

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/sessions/{id}/export", .session, role: .lead, content: .lines, Documentation.export, export)
    ]
  }

  /// `GET S/export`: sends a short export whole; a long one in pieces, each after the previous one is sent.
  private func export(_ exchange: Exchange) throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    let id = try exchange.session()
    guard !exchange.isFromBackend else { return export(id, exchange) }
    registry.app(of: id) { result in
      if case .success(let app?) = result, let refused = app.refusalOfPast { return exchange.send(Problem(refused)) }
      export(id, exchange)
    }
  }

  private func export(_ id: SessionID, _ exchange: Exchange) {
    // Definitions have expressions and addresses that clients must not know (docs/decisions/0075).
    registry.export(id, hasDefinitions: exchange.seesDefinition) { outcome in
      exchange.send(failed: outcome)
    } answer: { export in
      export.read { result in
        switch result {
        case .failure(let failure): retry(export, failure, id, exchange)
        case .success(.last(let content)): exchange.send(Self.archive(content, revision: export.revision))
        case .success(.part(let first, let rest)): begin(first, rest, id, exchange)
        }
      }
    }
  }

  /// Starts a stream with the first piece, or sends a whole response if only the end follows.
  private func begin(_ first: [UInt8], _ rest: SessionExport, _ id: SessionID, _ exchange: Exchange) {
    rest.read { result in
      switch result {
      case .failure(let failure): retry(rest, failure, id, exchange)
      // Up to two pages are one response with a length (docs/decisions/0037).
      case .success(.last(let content)): exchange.send(Self.archive(first + content, revision: rest.revision))
      case .success(.part(let second, let rest)):
        let stream = exchange.stream(contentAfter: Self.archive([], revision: rest.revision))
        stream.send(SharedChunk(first))
        stream.whenSent { Self.send(second, rest, to: stream) }
      }
    }
  }

  /// Begins an export anew that failed before anything was sent, if its changes were pruned in the meantime.
  private func retry(_ export: SessionExport, _ failure: JournalFailure, _ id: SessionID, _ exchange: Exchange) {
    registry.isOutdated(export) { isOutdated in
      if isOutdated { self.export(id, exchange) } else { exchange.send(Problem(failure)) }
    }
  }

  private static func send(_ piece: [UInt8], _ rest: SessionExport, to stream: any ContentStream) {
    stream.send(SharedChunk(piece))
    stream.whenSent {
      rest.read { result in
        switch result {
        // The status is already sent; aborting is the only remaining error signal.
        case .failure: stream.abort()
        case .success(.part(let piece, let rest)): send(piece, rest, to: stream)
        case .success(.last(let content)):
          stream.send(SharedChunk(content))
          stream.finish()
        }
      }
    }
  }

  private static func archive(_ content: [UInt8], revision: Int) -> Response {
    Response(status: 200, contentType: "application/x-ndjson", entityTag: revision, body: content)
  }
}
