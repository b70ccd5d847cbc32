import CShims
import Glibc
import Testing
import Support

@testable import Webhooks

struct CurlTransportTests {
  private let delivery = Delivery(
    position: 9, webhook: "orders", session: "s_1", app: "shop", seq: 4, revision: 7, at: 0, origin: [], name: "paid",
    value: Array("42".utf8))

  private func options(_ change: (inout TransportOptions) -> Void = { _ in }) -> TransportOptions {
    var options = TransportOptions()
    options.addresses.allowsPrivate = true
    change(&options)
    return options
  }

  /// Sends a request and waits for its response.
  private func answer(
    from url: String, _ delivery: Delivery? = nil, over transport: CurlTransport
  ) throws -> ReceiverResponse {
    try answer(
      to: Webhook(name: "orders", url: url, secret: "0123456789abcdef"), delivery ?? self.delivery, over: transport)
  }

  private func answer(
    to webhook: Webhook, _ delivery: Delivery, over transport: CurlTransport
  ) throws -> ReceiverResponse {
    try transport.start(TransportRequest(delivery, to: webhook, time: 1_767_323_045_678), token: 1)
    guard let wakeup = EventFD() else { throw MemoryDeliveryStorage.NothingHappened() }
    while true {
      if let ended = transport.proceed().first { return ended.answer }
      transport.wait(for: wakeup.descriptor, milliseconds: 10_000)
    }
  }

  func answer(
    from url: String, _ delivery: Delivery? = nil, _ change: (inout TransportOptions) -> Void = { _ in }
  ) throws -> ReceiverResponse {
    try answer(from: url, delivery, over: CurlTransport(options(change)))
  }

  private func answer(
    _ behaviour: Receiver.Behaviour, _ change: (inout TransportOptions) -> Void = { _ in }
  ) throws -> ReceiverResponse {
    let receiver = Receiver { _ in behaviour }.start()
    defer { receiver.stop() }
    return try answer(from: receiver.url, nil, change)
  }

  private func reason(_ answer: ReceiverResponse) -> String? {
    if case .missing(let reason) = answer { reason } else { nil }
  }

  @Test(
    "The option constants equal those of the loaded libcurl",
    arguments: [
      ("WRITEDATA", CCURLOPT_WRITEDATA), ("URL", CCURLOPT_URL), ("HEADER", CCURLOPT_HEADER),
      ("PROXY", CCURLOPT_PROXY),
      ("ERRORBUFFER", CCURLOPT_ERRORBUFFER), ("WRITEFUNCTION", CCURLOPT_WRITEFUNCTION),
      ("HTTPHEADER", CCURLOPT_HTTPHEADER), ("POST", CCURLOPT_POST), ("FOLLOWLOCATION", CCURLOPT_FOLLOWLOCATION),
      ("HTTP_VERSION", CCURLOPT_HTTP_VERSION), ("NOSIGNAL", CCURLOPT_NOSIGNAL), ("PRIVATE", CCURLOPT_PRIVATE),
      ("POSTFIELDSIZE_LARGE", CCURLOPT_POSTFIELDSIZE_LARGE), ("TIMEOUT_MS", CCURLOPT_TIMEOUT_MS),
      ("CONNECTTIMEOUT_MS", CCURLOPT_CONNECTTIMEOUT_MS), ("OPENSOCKETFUNCTION", CCURLOPT_OPENSOCKETFUNCTION),
      ("OPENSOCKETDATA", CCURLOPT_OPENSOCKETDATA), ("COPYPOSTFIELDS", CCURLOPT_COPYPOSTFIELDS),
      ("PROTOCOLS", CCURLOPT_PROTOCOLS), ("QUICK_EXIT", CCURLOPT_QUICK_EXIT),
      ("CUSTOMREQUEST", CCURLOPT_CUSTOMREQUEST), ("SHARE", CCURLOPT_SHARE), ("FORBID_REUSE", CCURLOPT_FORBID_REUSE),
      ("FRESH_CONNECT", CCURLOPT_FRESH_CONNECT), ("PREREQFUNCTION", CCURLOPT_PREREQFUNCTION),
      ("PREREQDATA", CCURLOPT_PREREQDATA), ("CLOSESOCKETFUNCTION", CCURLOPT_CLOSESOCKETFUNCTION),
      ("CLOSESOCKETDATA", CCURLOPT_CLOSESOCKETDATA),
    ])
  func options(name: String, option: ccurl_option) throws {
    let library = try CurlLibrary(named: "libcurl.so.4")
    let description = library.functions.pointee.easy_option_by_name(name)
    #expect(description?.pointee.id == Int32(option.rawValue))
  }

  @Test("A missing library is reported with the package that contains it")
  func missingLibrary() {
    let error = #expect(throws: CurlError.self) { try CurlLibrary(named: "libnothing.so.1") }
    #expect(error?.description.contains("libcurl4") == true)
    #expect(error?.description.contains("libnothing.so.1") == true)
  }

  @Test("The receiver gets the signed body by POST")
  func request() throws {
    let receiver = Receiver { _ in .answer(204) }.start()
    defer { receiver.stop() }
    #expect(try answer(from: receiver.url) == .status(204, retryAfter: nil))
    let arrival = try #require(receiver.all.first)
    #expect(arrival.head.hasPrefix("POST /hooks HTTP/1.1\r\nHost: 127.0.0.1:\(receiver.port)\r\n"))
    #expect(arrival.field("Content-Type") == "application/json")
    #expect(arrival.field("webhook-id") == "msg_orders_s_1_4")
    #expect(arrival.field("webhook-timestamp") == "1767323045")
    let signature = Secret("0123456789abcdef")?.signature(
      id: "msg_orders_s_1_4", seconds: 1_767_323_045, body: Array(arrival.body.utf8))
    #expect(arrival.field("webhook-signature") == signature)
    #expect(arrival.body == String(decoding: delivery.body, as: UTF8.self))
  }

  @Test("A long body is sent without an Expect field")
  func longBody() throws {
    let receiver = Receiver { _ in .answer(200) }.start()
    defer { receiver.stop() }
    let long = Delivery(
      position: 1, webhook: "orders", session: "s_1", app: "shop", seq: 1, revision: 1, at: 0, origin: [], name: "paid",
      value: Array("\"\(String(repeating: "a", count: 1_500_000))\"".utf8))
    #expect(try answer(from: receiver.url, long) == .status(200, retryAfter: nil))
    #expect(receiver.all.first?.field("Expect") == nil)
    #expect(receiver.all.first?.body.utf8.count == long.body.count)
  }

  @Test("A redirect is a response and is not followed")
  func redirect() throws {
    let other = Receiver { _ in .answer(200) }.start()
    defer { other.stop() }
    #expect(try answer(.answer(307, fields: ["Location: \(other.url)"])) == .status(307, retryAfter: nil))
    #expect(other.connectionCount == 0)
  }

  @Test(
    "The seconds of Retry-After are part of the response",
    arguments: [
      (["Retry-After: 120"], 120), ([], nil), (["Retry-After: soon"], nil),
      (["Retry-After: Thu, 01 Jan 1970 00:00:00 GMT"], nil),
    ] as [([String], Int?)])
  func retryAfter(fields: [String], seconds: Int?) throws {
    #expect(try answer(.answer(503, fields: fields)) == .status(503, retryAfter: seconds))
  }

  @Test(
    "A request to a receiver that hangs or drips times out",
    arguments: [
      Receiver.Behaviour.hang, .drip,
    ])
  func slow(behaviour: Receiver.Behaviour) throws {
    let reason = reason(try answer(behaviour) { $0.timeout = 100 })
    #expect(reason?.contains("timed out after") == true)
  }

  @Test("A receiver that resets or does not accept a connection has not answered")
  func unreachable() throws {
    #expect(reason(try answer(.reset))?.isEmpty == false)
    #expect(reason(try answer(from: "http://127.0.0.1:1/"))?.contains("connect") == true)
  }

  @Test(
    "At most 64 KiB of a response are read, and a longer response closes the connection",
    arguments: [
      (65_536, true), (65_537, false), (1_000_000, false),
    ])
  func longAnswer(count: Int, isUsedAgain: Bool) throws {
    let receiver = Receiver { _ in .answer(200, body: count) }.start()
    defer { receiver.stop() }
    let transport = try CurlTransport(options())
    for _ in 1...5 {
      #expect(try answer(from: receiver.url, over: transport) == .status(200, retryAfter: nil))
    }
    // libcurl may open another connection at any time.
    #expect(isUsedAgain ? receiver.connectionCount < 5 : receiver.connectionCount == 5)
  }

  private static let second = "HTTP/1.1 200 Said\r\nContent-Length: 2\r\n\r\nab"

  @Test(
    "A response that was not asked for is not the answer to the next request",
    arguments: [
      "HTTP/1.1 200 Said\r\nContent-Length: 2\r\n\r\nab", "HTTP/1.1 204 Said\r\n\r\n",
      "HTTP/1.1 200 Said\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
    ], [second, String(second.dropLast(20)), nil])
  func unasked(first: String, atOnce: String?) throws {
    let receiver = Receiver { $0.head.contains("msg_orders_s_1_4") ? .send(first + (atOnce ?? "")) : .answer(500) }
      .start()
    defer { receiver.stop() }
    let transport = try CurlTransport(options())
    guard case .status(200..<300, _) = try answer(from: receiver.url, over: transport) else {
      return #expect(Bool(false), "the first request has its answer")
    }
    receiver.sendLate(atOnce.map { String(Self.second.dropFirst($0.count)) } ?? Self.second)
    let next = Delivery(
      position: 10, webhook: "orders", session: "s_1", app: "shop", seq: 5, revision: 8, at: 0, origin: [],
      name: "paid", value: [])
    for _ in 1...2 {
      #expect(try answer(from: receiver.url, next, over: transport) == .status(500, retryAfter: nil))
    }
    #expect(receiver.all.count == 3)
    // The second answer costs one connection at most: libcurl drops one that came with the end of the first.
    #expect(receiver.connectionCount <= 2)
  }

  @Test("A connection is reused by its owner only, and idle ones of others are closed at the limit")
  func owners() throws {
    let receiver = Receiver { _ in .answer(200) }.start()
    defer { receiver.stop() }
    let transport = try CurlTransport(options { $0.connections = 2 })
    for owner in ["a", "a", "b", "a", "b", "c", "b", "a"] {
      let webhook = try Webhook(name: owner, url: receiver.url, secret: "0123456789abcdef")
      #expect(try answer(to: webhook, delivery, over: transport) == .status(200, retryAfter: nil))
    }
    // "c" closes that of "a".
    #expect(receiver.connectionCount == 4)
  }

  @Test(
    "A special address is not connected to, in any spelling",
    arguments: [
      "127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0",
    ])
  func refused(host: String) throws {
    let receiver = Receiver { _ in .answer(200) }.start()
    defer { receiver.stop() }
    let answer = try answer(from: "http://\(host):\(receiver.port)/") { $0.addresses.allowsPrivate = false }
    #expect(reason(answer)?.hasSuffix("is a private or special address, which is not allowed") == true)
    #expect(receiver.connectionCount == 0)
  }

  // In its own process: setting a variable while other threads read the environment is a data race.
  @Test("A proxy of the environment is not used")
  func proxy() async {
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      let receiver = Receiver { _ in .answer(200) }.start()
      let answer = try CurlTransportTests().answer(from: receiver.url)
      exit(answer == .status(200, retryAfter: nil) ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("A transport can be deallocated with a request in flight")
  func givingUp() throws {
    let receiver = Receiver { _ in .hang }.start()
    defer { receiver.stop() }
    let webhook = try Webhook(name: "orders", url: receiver.url, secret: "0123456789abcdef")
    var transport: CurlTransport? = try CurlTransport(options())
    try transport?.start(TransportRequest(delivery, to: webhook, time: 0), token: 1)
    #expect(transport?.proceed().isEmpty == true)
    transport = nil
  }
}
