extension Request {
  /// Creates a request of the server itself from the bytes of its head, and its content.
  ///
  /// - Throws: If the head is not valid, or exceeds a limit.
  package init(head: [UInt8], body: [UInt8]) throws(RequestError) {
    var parser = RequestParser()
    let event = head.withUnsafeBytes { bytes in
      var input = bytes[...]
      return Result { () throws(RequestError) in try parser.next(&input) }
    }
    guard case .request(var request)? = try event.get() else {
      throw .malformed("The head of the request is not complete.")
    }
    request.body = body
    self = request
  }
}
