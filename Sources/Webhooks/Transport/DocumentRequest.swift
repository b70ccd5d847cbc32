/// A request for one document, performed by the calling thread.
package struct DocumentRequest: Sendable {
  private let request: TransportRequest
  private static let longestDocument = 16_777_216

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - url: An HTTP or HTTPS URL.
  ///   - fields: Header fields as `Name: value`.
  package init(url: String, fields: [String] = []) {
    request = TransportRequest(method: "GET", url: url, fields: fields, body: nil, keepsContent: true)
  }

  /// Sends the request, to any address, and waits for the response.
  ///
  /// - Returns: The status and the content.
  /// - Throws: ``DocumentError`` without libcurl, and without a complete response of at most 16 MiB within 15 seconds.
  package func response() throws(DocumentError) -> (status: Int, content: [UInt8]) {
    let end: EndedTransfer
    do throws(CurlError) {
      end = try transfer()
    } catch {
      throw DocumentError(description: error.description)
    }
    guard end.failure != .tooLong else {
      throw DocumentError(description: "the response has more than \(Self.longestDocument) bytes")
    }
    switch end.answer {
    case .status(let status, _): return (status, end.content)
    case .missing(let reason): throw DocumentError(description: reason)
    }
  }

  private func transfer() throws(CurlError) -> EndedTransfer {
    var options = TransportOptions()
    options.addresses.allowsPrivate = true
    options.longestAnswer = Self.longestDocument
    let transport = try CurlTransport(options)
    try transport.start(request, token: 0)
    while true {
      if let end = transport.proceed().first { return end }
      transport.wait(for: -1, milliseconds: 1_000)
    }
  }
}

/// The error for a document that cannot be read.
package struct DocumentError: Error, Equatable, CustomStringConvertible {
  package let description: String
}
