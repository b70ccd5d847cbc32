import HTTP
import Sessions

extension API {
  /// `GET S/export`
  func export(_ exchange: Exchange) throws(Problem) {
    registry.export(try exchange.session()) { outcome in
      exchange.send(failed: outcome)
    } answer: { archive in
      var response = Response(status: 200, body: archive.bytes)
      response.fields.append("Content-Type", "application/x-ndjson")
      response.fields.append("ETag", writing: { $0.append(revision: archive.session.revision) })
      exchange.send(response)
    }
  }
}
