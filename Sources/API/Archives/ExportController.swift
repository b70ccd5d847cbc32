import HTTP
import Sessions

/// Exports sessions.
struct ExportController: Controller {
  let registry: SessionRegistry
  let authorizer: Authorizer

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/sessions/{id}/export", .session, role: .lead, content: .lines, .exportSession, export)
    ]
  }

  /// `GET S/export`: sends a short export whole; a long one in pieces, each after the previous one is sent.
  private func export(_ exchange: Exchange) async throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    let id = try exchange.session()
    try await exchange.checkMayReadPast(of: id, in: registry)
    // The first line has the oldest state, for which the whole history is read.
    exchange.expectAnswer(within: .seconds(600))
    while true {
      // Definitions have expressions and addresses that clients must not know (docs/decisions/0075).
      let export = try await exchange.granted(
        await registry.export(id, hasDefinitions: exchange.seesDefinition))
      do throws(JournalFailure) {
        return try await send(export, exchange)
      } catch {
        // An export whose changes were pruned in the meantime begins anew.
        guard await registry.isOutdated(export) else { throw Problem(error) }
      }
    }
  }

  /// Sends a whole response, or starts a stream. Throws if nothing was sent.
  private func send(_ export: SessionExport, _ exchange: Exchange) async throws(JournalFailure) {
    let revision = export.revision
    switch try await export.read() {
    case .last(let content): exchange.send(Self.archive(content, revision: revision))
    case .part(let first, let rest):
      switch try await rest.read() {
      // Up to two pages are one response with a length (docs/decisions/0037).
      case .last(let content): exchange.send(Self.archive(first + content, revision: revision))
      case .part(let second, let rest):
        let stream = exchange.stream(contentAfter: Self.archive([], revision: revision))
        stream.send(SharedChunk(first))
        stream.whenSent { Self.send(second, rest, to: stream) }
      }
    }
  }

  private static func send(_ piece: [UInt8], _ rest: SessionExport, to stream: any ContentStream) {
    stream.send(SharedChunk(piece))
    stream.whenSent {
      Task.inline {
        do throws(JournalFailure) {
          switch try await rest.read() {
          case .part(let piece, let rest): send(piece, rest, to: stream)
          case .last(let content):
            stream.send(SharedChunk(content))
            stream.finish()
          }
        } catch {
          // The status is already sent; aborting is the only remaining error signal.
          stream.abort()
        }
      }
    }
  }

  private static func archive(_ content: [UInt8], revision: Int) -> Response {
    Response(status: 200, contentType: "application/x-ndjson", entityTag: revision, body: content)
  }
}

extension Operation {
  static let exportSession = Operation(
    "exportSession", "Export a session",
    answers: .content(.lines, "One JSON text per line", fields: ["ETag"]),
    problems: ["too-many-reads", "undo-off"])
}
