import CShims
import Glibc

/// A request in progress, as the context of libcurl's callbacks.
///
/// Belongs to the thread of its transport.
final class Transfer {
  /// The id of the transfer.
  let token: Int
  let request: TransportRequest
  let pool: ConnectionPool
  let handle: OpaquePointer
  private let policy: AddressPolicy
  private let library: CurlLibrary
  private var fields: OpaquePointer?
  /// The buffer for libcurl's error message, valid until the handle is freed.
  private let message: UnsafeMutablePointer<CChar>
  private static let messageSize = 256  // CURL_ERROR_SIZE

  private var received = 0
  private var content: [UInt8] = []
  private var refused: String?
  /// Whether an address was tried that is allowed. libcurl tries all addresses of a name, and then the failure is not that
  /// another one is refused.
  private var hasTried = false
  private let longestAnswer: Int
  /// Whether the transfer has opened a connection, rather than reused one.
  private var hasConnected = false
  /// Whether the reused connection had unread bytes or had ended. Nothing was sent then.
  private(set) var foundUnread = false

  /// - Parameter isFresh: Whether the transfer opens a connection even if there is one to reuse.
  init(
    _ request: TransportRequest, token: Int, over pool: ConnectionPool, isFresh: Bool, _ options: TransportOptions,
    _ library: CurlLibrary
  ) throws(CurlError) {
    self.token = token
    self.request = request
    self.pool = pool
    self.library = library
    policy = options.addresses
    longestAnswer = options.longestAnswer
    guard let handle = library.functions.pointee.easy_init() else { throw CurlError(reason: "out of memory") }
    self.handle = handle
    message = .allocate(capacity: Self.messageSize)
    message.initialize(repeating: 0, count: Self.messageSize)
    try set(request)
    try set(options, timeout: request.timeout)
    try setCallbacks()
    try setConnection(isFresh: isFresh)
  }

  deinit {
    library.functions.pointee.easy_cleanup(handle)
    library.functions.pointee.slist_free_all(fields)
    message.deallocate()
  }

  private func set(_ request: TransportRequest) throws(CurlError) {
    // A name without a value removes a default field of libcurl: "Expect" would delay long bodies.
    for field in request.fields + ["Accept:", "Expect:"] {
      guard let longer = library.functions.pointee.slist_append(fields, field) else {
        throw CurlError(reason: "out of memory")
      }
      fields = longer
    }
    try set(CCURLOPT_HTTPHEADER, pointer: UnsafeRawPointer(fields))
    try set(CCURLOPT_URL, text: request.url)
    if request.keepsHeader { try set(CCURLOPT_HEADER, 1) }
    if request.method == "POST" || request.body != nil { try set(body: request.body ?? []) }
    if !["GET", "POST"].contains(request.method) { try set(CCURLOPT_CUSTOMREQUEST, text: request.method) }
  }

  private func set(body: [UInt8]) throws(CurlError) {
    try set(CCURLOPT_POST, 1)
    try library.check(
      // Before the copy, which takes as many bytes as the size says; without one, it stops at the first zero.
      ccurl_set_size(library.functions, handle, number(CCURLOPT_POSTFIELDSIZE_LARGE), Int64(body.count)))
    try library.check(
      body.withUnsafeBytes {
        ccurl_set_pointer(library.functions, handle, number(CCURLOPT_COPYPOSTFIELDS), $0.baseAddress)
      })
  }

  private func set(_ options: TransportOptions, timeout: Int?) throws(CurlError) {
    try set(CCURLOPT_PROTOCOLS, Int(CCURLPROTO_HTTP_AND_HTTPS))
    // The owner of another address has not agreed to get the content (decision 0018).
    try set(CCURLOPT_FOLLOWLOCATION, 0)
    // No proxy, not even from the environment: the address policy would check the proxy's address instead.
    try set(CCURLOPT_PROXY, text: "")
    try set(CCURLOPT_HTTP_VERSION, Int(CCURL_HTTP_VERSION_1_1))
    try set(CCURLOPT_CONNECTTIMEOUT_MS, min(options.connectTimeout, timeout ?? .max))
    try set(CCURLOPT_TIMEOUT_MS, timeout ?? options.timeout)
    // Signals would interrupt arbitrary threads.
    try set(CCURLOPT_NOSIGNAL, 1)
    // Do not wait for a name server at the end. Since 7.87; without it, ending takes longer.
    _ = ccurl_set_long(library.functions, handle, number(CCURLOPT_QUICK_EXIT), 1)
  }

  private func setCallbacks() throws(CurlError) {
    // Not retained: libcurl calls back only while the handle is in the transport, which retains the transfer.
    let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    try set(CCURLOPT_ERRORBUFFER, pointer: UnsafeRawPointer(message))
    try set(CCURLOPT_PRIVATE, pointer: this)
    try set(CCURLOPT_WRITEDATA, pointer: this)
    try set(CCURLOPT_OPENSOCKETDATA, pointer: this)
    try set(CCURLOPT_PREREQDATA, pointer: this)
    try library.check(
      ccurl_set_write(library.functions, handle) { bytes, size, count, data in
        Transfer.from(data)?.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      })
    try library.check(
      ccurl_set_open_socket(library.functions, handle) { data, _, address in
        guard let transfer = Transfer.from(data), let address else { return Int32(CCURL_SOCKET_BAD) }
        return transfer.openSocket(address)
      })
  }

  private func setConnection(isFresh: Bool) throws(CurlError) {
    try set(CCURLOPT_SHARE, pointer: UnsafeRawPointer(pool.share))
    // Not retained: the pool closes its connections before it is deallocated.
    try set(CCURLOPT_CLOSESOCKETDATA, pointer: UnsafeRawPointer(Unmanaged.passUnretained(pool).toOpaque()))
    try library.check(
      ccurl_set_close_socket(library.functions, handle) { data, socket in
        ConnectionPool.from(data)?.close(socket) ?? close(socket)
      })
    try set(CCURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
    let code = ccurl_set_prerequest(library.functions, handle) { data, _, _, remote, local in
      let mayBegin = Transfer.from(data)?.mayBegin(localPort: local, remotePort: remote) ?? false
      return Int32(mayBegin ? CCURL_PREREQFUNC_OK : CCURL_PREREQFUNC_ABORT)
    }
    // Since 7.80; without it, no connection can be checked before it is reused.
    if code != CCURLE_OK { try set(CCURLOPT_FORBID_REUSE, 1) }
  }

  /// Whether the next bytes on the connection will be the answer to this request.
  private func mayBegin(localPort: Int32, remotePort: Int32) -> Bool {
    if hasConnected { return true }
    foundUnread =
      !pool.isClean(localPort: localPort, remotePort: remotePort) || ccurl_has_pending(library.functions, handle)
    return !foundUnread
  }

  static func from(_ data: UnsafeMutableRawPointer?) -> Transfer? {
    data.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Returns: The number of bytes taken; fewer than all end the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    received += bytes.count
    // The answer ends here, so that a receiver cannot send without end.
    guard received <= longestAnswer else { return 0 }
    if request.keepsContent { content += bytes }
    return bytes.count
  }

  private func openSocket(_ address: UnsafeMutablePointer<ccurl_address>) -> Int32 {
    let length = Int(address.pointee.addrlen)
    return withUnsafePointer(to: &address.pointee.addr) { target in
      guard policy.allows(target, length: length) else {
        refused = text(of: target, length: length)
        return Int32(CCURL_SOCKET_BAD)
      }
      hasTried = true
      hasConnected = true
      return pool.open(address.pointee)
    }
  }

  /// The response with its content, once the transfer has ended.
  func end(_ code: Int32) -> EndedTransfer {
    var end = EndedTransfer(token: token, answer: answer(code), content: content)
    switch Int(code) {
    case CCURLE_OK: end.contentType = contentType
    case CCURLE_WRITE_ERROR: end.failure = .tooLong
    case CCURLE_OPERATION_TIMEDOUT: end.failure = .timeout
    default: end.failure = refused == nil || hasTried ? .unreachable : .address
    }
    return end
  }

  private var contentType: String? {
    var text: UnsafeMutableRawPointer?
    ccurl_get_pointer(library.functions, handle, Int32(CCURLINFO_CONTENT_TYPE), &text)
    return text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }

  /// The response, once the transfer has ended.
  private func answer(_ code: Int32) -> ReceiverResponse {
    // A response that exceeds the limit still counts as one.
    if code == CCURLE_OK || code == CCURLE_WRITE_ERROR {
      var status = 0
      ccurl_get_long(library.functions, handle, Int32(CCURLINFO_RESPONSE_CODE), &status)
      var seconds: Int64 = 0
      ccurl_get_size(library.functions, handle, Int32(CCURLINFO_RETRY_AFTER), &seconds)
      return .status(status, retryAfter: seconds > 0 ? Int(seconds) : nil)
    }
    if code == CCURLE_COULDNT_CONNECT, let refused, !hasTried {
      return .missing(reason: "\(refused) is a private or special address, which is not allowed")
    }
    let text = String(cString: message)
    return .missing(reason: text.isEmpty ? library.explanation(of: code) : text)
  }
}

// MARK: - Options by type

extension Transfer {
  private func number(_ option: ccurl_option) -> Int32 { Int32(bitPattern: option.rawValue) }

  private func set(_ option: ccurl_option, _ value: Int) throws(CurlError) {
    try library.check(ccurl_set_long(library.functions, handle, number(option), value))
  }

  private func set(_ option: ccurl_option, pointer: UnsafeRawPointer?) throws(CurlError) {
    try library.check(ccurl_set_pointer(library.functions, handle, number(option), pointer))
  }

  /// libcurl copies the text.
  private func set(_ option: ccurl_option, text: String) throws(CurlError) {
    try library.check(
      text.withCString { ccurl_set_pointer(library.functions, handle, number(option), UnsafeRawPointer($0)) })
  }
}
