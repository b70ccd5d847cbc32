/// A request for one document, performed by the calling thread.
package struct DocumentRequest: Sendable {
  private let request: TransportRequest
  private let longest: Int

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - url: An HTTP or HTTPS URL.
  ///   - fields: Header fields as `Name: value`.
  ///   - longest: The greatest number of bytes of the header and the content.
  ///   - timeout: Milliseconds for the response.
  package init(url: String, fields: [String] = [], longest: Int = 16_777_216, timeout: Int = 15_000) {
    request = TransportRequest(
      method: "GET", url: url, fields: fields, body: nil, timeout: timeout, keepsContent: true, keepsHeader: true)
    self.longest = longest
  }

  /// A response with its field `Cache-Control`.
  package typealias Response = (status: Int, content: [UInt8], cacheControl: String?)

  /// Sends the request, to any address, and waits for the response. Redirects are not followed.
  ///
  /// - Throws: ``DocumentError`` without libcurl, and without a complete response within the limits.
  package func response() throws(DocumentError) -> Response {
    let end: EndedTransfer
    do throws(CurlError) {
      end = try transfer()
    } catch {
      throw DocumentError(error.description)
    }
    guard end.failure != .tooLong else { throw DocumentError("the response has more than \(longest) bytes") }
    switch end.answer {
    case .status(let status, _):
      let (header, content) = Self.split(end.content[...])
      return (status, Array(content), Self.cacheControl(header))
    case .missing(let reason): throw DocumentError(reason)
    }
  }

  private func transfer() throws(CurlError) -> EndedTransfer {
    var options = TransportOptions()
    options.addresses.allowsPrivate = true
    options.longestAnswer = longest
    let transport = try CurlTransport(options)
    try transport.start(request, token: 0)
    while true {
      if let end = transport.proceed().first { return end }
      transport.wait(for: -1, milliseconds: 1_000)
    }
  }

  /// Splits the last header from the content. The headers of interim responses (RFC 9110 §15.2), and the one of a proxy's
  /// tunnel, come before it.
  static func split(_ response: ArraySlice<UInt8>) -> (header: String, content: ArraySlice<UInt8>) {
    var (header, rest) = ("", response)
    while rest.starts(with: "HTTP/".utf8), let end = rest.firstEmptyLine {
      header = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...].dropFirst(4)
    }
    return (header, rest)
  }

  private static func cacheControl(_ header: String) -> String? {
    header.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("cache-control:") }
      .map { String($0.dropFirst(14)) }
  }
}

extension ArraySlice<UInt8> {
  /// The index of the line end before the first empty line.
  fileprivate var firstEmptyLine: Int? {
    indices.dropLast(3).first { self[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }
  }
}

/// The error for a document that cannot be read.
package struct DocumentError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
