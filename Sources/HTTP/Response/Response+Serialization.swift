extension Response {
  /// The `Connection` field of a response.
  package enum Connection: Sendable {
    /// No field: HTTP/1.1 connections persist by default.
    case keep
    case close
    /// `keep-alive`, which a 1.0 client requested and requires.
    case keepAlive10
  }

  /// A response without content.
  package static func empty(_ status: Int, fields: FieldLines = FieldLines()) -> Response {
    Response(status: status, fields: fields)
  }

  /// False for 1xx, 204 and 304, whatever is in `body` (RFC 9110 §6.4.1).
  private var mayHaveContent: Bool {
    status >= 200 && status != 204 && status != 304
  }

  /// Appends the serialized response.
  ///
  /// - Parameters:
  ///   - forHead: Whether the request was HEAD: then the length is sent without the content.
  ///   - date: The value of Date, see `IMFFixdate`.
  package func serialize(into output: inout [UInt8], forHead: Bool, date: [UInt8], connection: Connection) {
    serializeHead(into: &output, room: body.count, date: date, connection: connection)
    guard mayHaveContent else { return output.append("\r\n") }
    output.append("Content-Length: ")
    output.append(decimal: body.count)
    output.append("\r\n\r\n")
    if !forHead { output.append(contentsOf: body) }
  }

  /// Appends the head of a response with streamed content; `body` is ignored.
  ///
  /// - Parameter isChunked: Whether the content is chunked. If not, it ends with the connection, as HTTP/1.0 requires
  ///   (RFC 9112 §6.3).
  package func serialize(streamHeadInto output: inout [UInt8], isChunked: Bool, date: [UInt8], connection: Connection) {
    precondition(mayHaveContent, "A response with status \(status) has no content to stream; use send.")
    serializeHead(into: &output, room: 0, date: date, connection: connection)
    output.append(isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n")
  }

  @inline(__always)
  private func serializeHead(into output: inout [UInt8], room: Int, date: [UInt8], connection: Connection) {
    let needed = output.count + fields.bytes.count + room + 192
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
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends a non-negative number.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
