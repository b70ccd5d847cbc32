import HTTP
import Sessions

extension API {
  /// `GET S/export`: a short one as a whole; of a long one each piece when the client has taken the one before.
  func export(_ exchange: Exchange) throws(Problem) {
    try checkMayLookBack(exchange)
    registry.export(try exchange.session()) { outcome in
      exchange.send(failed: outcome)
    } answer: { export in
      export.read { result in
        switch result {
        case .failure(let failure): exchange.send(Problem(failure))
        case .success(.last(let content)): exchange.send(Self.archive(content, revision: export.revision))
        case .success(.part(let first, let rest)): Self.begin(first, rest, exchange)
        }
      }
    }
  }

  /// Begins with a piece that others follow, unless it is followed by the end alone.
  private static func begin(_ first: [UInt8], _ rest: SessionExport, _ exchange: Exchange) {
    rest.read { result in
      switch result {
      case .failure(let failure): exchange.send(Problem(failure))
      case .success(.last(let content)): exchange.send(archive(first + content, revision: rest.revision))
      case .success(.part(let second, let rest)):
        let stream = exchange.stream(contentAfter: archive([], revision: rest.revision))
        stream.send(SharedChunk(first))
        stream.whenSent { send(second, rest, to: stream) }
      }
    }
  }

  private static func send(_ piece: [UInt8], _ rest: SessionExport, to stream: any ContentStream) {
    stream.send(SharedChunk(piece))
    stream.whenSent {
      rest.read { result in
        switch result {
        // The status has gone out: all that can be said is that this is not the end.
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
    var response = Response(status: 200, body: content)
    response.fields.append("Content-Type", "application/x-ndjson")
    response.fields.append("ETag", writing: { $0.append(revision: revision) })
    return response
  }
}
