import CCurl

/// Requests on their way, and the connections that they use one after the other.
///
/// Belongs to one thread. The codes that are passed over are of libcurl's own faults, such as a handle that is none.
final class CurlTransport {
  private let library: CurlLibrary
  private let options: TransportOptions
  private let multi: OpaquePointer
  private var transfers: [Int: Transfer] = [:]

  init(_ options: TransportOptions) throws(CurlError) {
    library = try CurlLibrary(named: options.library)
    self.options = options
    guard let multi = library.functions.pointee.multi_init() else { throw CurlError(reason: "out of memory") }
    self.multi = multi
    _ = ccurl_set_multi(library.functions, multi, Int32(CCURLMOPT_MAXCONNECTS), options.connections)
  }

  /// Gives up what is on its way.
  deinit {
    for transfer in transfers.values {
      _ = library.functions.pointee.multi_remove_handle(multi, transfer.handle)
    }
    transfers = [:]
    _ = library.functions.pointee.multi_cleanup(multi)
  }

  /// - Parameter token: Comes back with the answer.
  func start(_ request: SignedRequest, token: Int) throws(CurlError) {
    let transfer = try Transfer(request, token: token, options, library)
    let code = library.functions.pointee.multi_add_handle(multi, transfer.handle)
    guard code == 0 else { throw CurlError(reason: "curl_multi_add_handle gives \(code)") }
    transfers[token] = transfer
  }

  /// Goes on with what is on its way.
  ///
  /// - Returns: What has ended.
  func proceed() -> [(token: Int, answer: ReceiverResponse)] {
    var (running, left): (Int32, Int32) = (0, 0)
    _ = library.functions.pointee.multi_perform(multi, &running)
    var ended: [(token: Int, answer: ReceiverResponse)] = []
    while let message = library.functions.pointee.multi_info_read(multi, &left) {
      // What the message points to is gone once its handle is removed.
      let (code, handle) = (message.pointee.data.result, message.pointee.easy)
      guard message.pointee.msg == Int32(CCURLMSG_DONE), let transfer = transfer(of: handle) else { continue }
      ended.append((transfer.token, transfer.answer(code)))
      _ = library.functions.pointee.multi_remove_handle(multi, handle)
      transfers[transfer.token] = nil
    }
    return ended
  }

  /// Waits until there is something to go on with, `descriptor` can be read, or the time is over.
  func wait(for descriptor: Int32, milliseconds: Int32) {
    var extra = ccurl_waitfd(fd: descriptor, events: Int16(CCURL_WAIT_POLLIN), revents: 0)
    var ready: Int32 = 0
    _ = library.functions.pointee.multi_poll(multi, &extra, 1, milliseconds, &ready)
  }

  private func transfer(of handle: OpaquePointer?) -> Transfer? {
    var data: UnsafeMutableRawPointer?
    ccurl_get_pointer(library.functions, handle, Int32(CCURLINFO_PRIVATE), &data)
    return Transfer.from(data)
  }
}
