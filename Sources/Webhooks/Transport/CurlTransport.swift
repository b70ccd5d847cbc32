import CShims

/// The transfers in progress, and the connections that they reuse.
///
/// Must be used by one thread. Ignored result codes are those of misuse of libcurl, such as an invalid handle.
final class CurlTransport {
  private let library: CurlLibrary
  private let options: TransportOptions
  private let multi: OpaquePointer
  private var transfers: [Int: Transfer] = [:]
  private var pools: [String: ConnectionPool] = [:]
  private var lastUse = 0

  init(_ options: TransportOptions) throws(CurlError) {
    library = try CurlLibrary(named: options.library)
    self.options = options
    guard let multi = library.functions.pointee.multi_init() else { throw CurlError(reason: "out of memory") }
    self.multi = multi
    _ = ccurl_set_multi(library.functions, multi, Int32(CCURLMOPT_MAXCONNECTS), options.connections)
  }

  /// Cancels the transfers in progress.
  deinit {
    for transfer in transfers.values {
      _ = library.functions.pointee.multi_remove_handle(multi, transfer.handle)
    }
    // Handles are freed before the multi handle that they were added to.
    transfers = [:]
    _ = library.functions.pointee.multi_cleanup(multi)
  }

  /// Starts a transfer.
  ///
  /// - Parameter token: An id, returned with the response.
  func start(_ request: TransportRequest, token: Int) throws(CurlError) {
    try start(request, token: token, isFresh: false)
  }

  private func start(_ request: TransportRequest, token: Int, isFresh: Bool) throws(CurlError) {
    let pool = try pool(of: request.owner)
    let transfer = try Transfer(request, token: token, over: pool, isFresh: isFresh, options, library)
    let code = library.functions.pointee.multi_add_handle(multi, transfer.handle)
    guard code == 0 else { throw CurlError(reason: "curl_multi_add_handle returned \(code)") }
    transfers[token] = transfer
    pool.inFlight += 1
  }

  /// Continues the transfers in progress.
  ///
  /// - Returns: The transfers that have ended.
  func proceed() -> [EndedTransfer] {
    var (running, left): (Int32, Int32) = (0, 0)
    _ = library.functions.pointee.multi_perform(multi, &running)
    var ended: [EndedTransfer] = []
    while let message = library.functions.pointee.multi_info_read(multi, &left) {
      // The message is invalid after its handle is removed.
      let (code, handle) = (message.pointee.data.result, message.pointee.easy)
      guard message.pointee.msg == Int32(CCURLMSG_DONE), let transfer = transfer(of: handle) else { continue }
      let end = transfer.end(code)
      _ = library.functions.pointee.multi_remove_handle(multi, handle)
      transfers[transfer.token] = nil
      transfer.pool.inFlight -= 1
      if transfer.foundUnread, restart(transfer) { continue }
      ended.append(end)
    }
    return ended
  }

  /// Sends a request over a new connection; nothing of it was sent.
  private func restart(_ transfer: Transfer) -> Bool {
    do throws(CurlError) {
      try start(transfer.request, token: transfer.token, isFresh: true)
      return true
    } catch {
      return false
    }
  }

  private func pool(of owner: String) throws(CurlError) -> ConnectionPool {
    lastUse += 1
    if let pool = pools[owner] {
      pool.lastUse = lastUse
      return pool
    }
    closeIdlePools()
    let pool = try ConnectionPool(library)
    pool.lastUse = lastUse
    pools[owner] = pool
    return pool
  }

  /// Closes the connections of those owners that have not used them for the longest time, if there are too many.
  private func closeIdlePools() {
    var open = pools.values.reduce(0) { $0 + $1.sockets.count }
    pools = pools.filter { $0.value.inFlight > 0 || !$0.value.sockets.isEmpty }
    for (owner, pool) in pools.filter({ $0.value.inFlight == 0 }).sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard open >= options.connections else { return }
      open -= pool.sockets.count
      pools[owner] = nil
    }
  }

  /// Waits for activity of a transfer, for `descriptor` to become readable, or for the timeout.
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
