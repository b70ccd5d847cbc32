extension Response {
  /// What is said about the connection.
  package enum Connection: Sendable {
    /// Nothing: HTTP/1.1 stays open by itself.
    case keep
    case close
    /// `keep-alive`, which a 1.0 client has asked for and must be told.
    case keepAlive10
  }

  /// An answer without content.
  package static func empty(_ status: Int, fields: FieldLines = FieldLines()) -> Response {
    Response(status: status, fields: fields)
  }

  /// 1xx, 204 and 304 have none, whatever is in `body` (RFC 9110 §6.4.1).
  private var mayHaveContent: Bool {
    status >= 200 && status != 204 && status != 304
  }

  /// Appends the answer as it goes out.
  ///
  /// - Parameters:
  ///   - forHead: Whether the request was HEAD: the length is told and the content is left out.
  ///   - date: The value of Date, see `IMFFixdate`.
  package func serialize(into output: inout [UInt8], forHead: Bool, date: [UInt8], connection: Connection) {
    let needed = output.count + fields.bytes.count + body.count + 192
    if needed > output.capacity { output.reserveCapacity(max(needed, output.capacity * 2)) }
    output.append("HTTP/1.1 ")
    output.append(decimal: status)
    output.append(.space)
    output.append(Status.reason(status))
    output.append("\r\nDate: ")
    output.append(contentsOf: date)
    switch connection {
    case .keep: output.append("\r\n")
    case .close: output.append("\r\nConnection: close\r\n")
    case .keepAlive10: output.append("\r\nConnection: keep-alive\r\n")
    }
    output.append(contentsOf: fields.bytes)
    guard mayHaveContent else { return output.append("\r\n") }
    output.append("Content-Length: ")
    output.append(decimal: body.count)
    output.append("\r\n\r\n")
    if !forHead { output.append(contentsOf: body) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// A number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
