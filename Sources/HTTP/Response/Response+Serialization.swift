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
    let needed = output.count + fields.bytes.count + body.count + 384
    // Without doubling, each of many pipelined responses would copy all before it.
    if needed > output.capacity { output.reserveCapacity(max(needed, output.capacity * 2)) }
    appendHead(to: &output, date: date, connection: connection) { head in
      guard mayHaveContent else { return head.append("\r\n") }
      head.append("Content-Length: ")
      head.append(decimal: body.count)
      head.append("\r\n\r\n")
    }
    if mayHaveContent, !forHead { output.append(contentsOf: body) }
  }

  /// Appends the head of a response with streamed content; `body` is ignored.
  ///
  /// - Parameter isChunked: Whether the content is chunked. If not, it ends with the connection, as HTTP/1.0 requires
  ///   (RFC 9112 §6.3).
  package func serialize(streamHeadInto output: inout [UInt8], isChunked: Bool, date: [UInt8], connection: Connection) {
    precondition(mayHaveContent, "A response with status \(status) has no content to stream; use send.")
    appendHead(to: &output, date: date, connection: connection) { head in
      head.append(isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n")
    }
  }

  /// Appends the head, which `end` completes.
  @inline(__always)
  private func appendHead(
    to output: inout [UInt8], date: [UInt8], connection: Connection, _ end: (inout HeadWriter) -> Void
  ) {
    let texts = (contentType?.utf8CodeUnitCount ?? 0) + (commonFields?.utf8CodeUnitCount ?? 0)
    let capacity = HeadWriter.constantPart + date.count + texts + fields.bytes.count
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      var head = HeadWriter(buffer)
      write(to: &head, date: date, connection: connection)
      end(&head)
      output.append(contentsOf: head.written)
    }
  }

  private func write(to head: inout HeadWriter, date: [UInt8], connection: Connection) {
    head.append("HTTP/1.1 ")
    head.append(decimal: status)
    head.append(" ")
    head.append(Status.reason(status))
    head.append("\r\nDate: ")
    head.append(date)
    switch connection {
    case .keep: head.append("\r\n")
    case .close: head.append("\r\nConnection: close\r\n")
    case .keepAlive10: head.append("\r\nConnection: keep-alive\r\n")
    }
    if let contentType {
      head.append("Content-Type: ")
      head.append(contentType)
      head.append("\r\n")
    }
    if let entityTag {
      head.append("ETag: \"")
      head.append(decimal: entityTag)
      head.append("\"\r\n")
    }
    if let commonFields { head.append(commonFields) }
    head.append(fields.bytes)
  }
}

/// Writes the head of a response into memory on the stack: appending each part to an array takes several times as long.
private struct HeadWriter {
  /// The most bytes of a head besides its date, media type and fields: the names, the longest reason phrase, three
  /// numbers and the line ends.
  static let constantPart = 256

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[..<count]) }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    // Checked in every build, since a write beyond the buffer would overwrite the stack.
    precondition(bytes.count <= buffer.count - count, "the head of a response exceeds its calculated size")
    buffer.baseAddress.unsafelyUnwrapped.advanced(by: count).initialize(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Appends a non-negative number.
  mutating func append(decimal number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (first, rest) = (20, number)
      repeat {
        first -= 1
        digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }
}
