import HTTP

extension Exchange {
  /// Sends a body as the content that the client prefers.
  func send(_ body: [UInt8], asPreferred content: Endpoint.Content) {
    var response = Response(body, as: content)
    response.fields.append("Vary", "Accept")
    send(response)
  }

  /// Whether the client prefers a table to JSON.
  var prefersTable: Bool { request.preferred(among: [.json, .csv]) == .csv }

  /// Sends a table as RFC 4180 has it.
  ///
  /// - Parameter rows: The first one has the names of the columns.
  func send(table rows: [[String]]) {
    let lines = rows.map { $0.map(Self.field).joined(separator: ",") + "\r\n" }
    send(Array(lines.joined().utf8), asPreferred: .csv)
  }

  private static func field(_ text: String) -> String {
    text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}

extension Request {
  /// The content with the highest quality in `Accept`; the first one on a tie.
  func preferred(among contents: [Endpoint.Content]) -> Endpoint.Content {
    var best = contents[0]
    for content in contents.dropFirst()
    where quality(of: content.type, content.subtype) > quality(of: best.type, best.subtype) { best = content }
    return best
  }
}
