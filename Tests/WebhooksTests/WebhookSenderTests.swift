import Synchronization
import Testing

@testable import Webhooks

struct WebhookSenderTests {
  private let store = MemoryDeliveryStorage()

  private func sender(_ change: (inout WebhookOptions) -> Void = { _ in }) -> WebhookSender {
    var options = WebhookOptions()
    options.transport.addresses.allowsPrivate = true
    options.transport.timeout = 200
    (options.backoff.first, options.backoff.longest) = (2, 8)
    options.failures = .max
    change(&options)
    return WebhookSender(store: store, options: options, report: store.record)
  }

  private func webhook(_ url: String, state: Webhook.State = .active) throws -> Webhook {
    try Webhook(name: "orders", url: url, secret: "0123456789abcdef", state: state)
  }

  private func commit(_ count: Int, sessions: Int) {
    for number in 0..<count { store.commit("s_\(number % sessions)") }
  }

  @Test("A faulty receiver gets every output, in the order of each session")
  func badReceiver() throws {
    let count = Atomic(0)
    let receiver = Receiver { _ in
      // 41 has no common factor with the number of sessions, so that each fault hits every session.
      switch (count.add(7, ordering: .relaxed).newValue / 7) % 41 {
      case 3: .hang
      case 5: .drip
      case 8, 13, 21: .reset
      case 11, 19, 29: .answer(500)
      case 31: .answer(302, fields: ["Location: /other"])
      default: .answer(204)
      }
    }.start()
    defer { receiver.stop() }
    commit(300, sessions: 20)
    let webhook = try webhook(receiver.url)
    store.content.withLock { $0.webhooks = [webhook] }
    let sender = sender()
    try sender.start()
    try store.wait { $0.deliveries.isEmpty }
    sender.stop()
    let arrived = receiver.all.compactMap { $0.field("webhook-id") }
    for session in 0..<20 {
      var first: [String] = []
      for id in arrived where id.hasPrefix("msg_orders_s_\(session)_") && first.last != id { first.append(id) }
      #expect(first == (1...15).map { "msg_orders_s_\(session)_\($0)" })
    }
    #expect(arrived.count > 300)
    #expect(sender.status(of: "orders")?.delivered == 300)
  }

  @Test("Announced deliveries are sent over reused connections")
  func announced() throws {
    let receiver = Receiver { _ in .answer(200, body: 2) }.start()
    defer { receiver.stop() }
    let sender = sender()
    sender.put(try webhook(receiver.url))
    for _ in 1...5 {
      store.commit("s_1")
      sender.announce(["orders"])
      try store.wait { $0.deliveries.isEmpty }
    }
    sender.stop()
    #expect(receiver.all.count == 5)
    #expect(receiver.connectionCount < 5)
  }

  @Test("A delivery that is repeated after a restart has the same id and body")
  func restart() throws {
    let isUp = Atomic(false)
    let receiver = Receiver { _ in isUp.load(ordering: .relaxed) ? .answer(200) : .answer(503) }.start()
    defer { receiver.stop() }
    store.commit("s_1")
    let first = sender()
    first.put(try webhook(receiver.url))
    try store.wait { !$0.reports.isEmpty }
    first.stop()
    isUp.store(true, ordering: .relaxed)
    let second = sender()
    second.put(try webhook(receiver.url))
    try store.wait { $0.deliveries.isEmpty }
    second.stop()
    #expect(receiver.all.count >= 2)
    #expect(Set(receiver.all.map(\.body)).count == 1)
    #expect(Set(receiver.all.map { $0.field("webhook-id") }) == ["msg_orders_s_1_1"])
  }

  @Test("A disabled webhook is stored and reported, and a put as active resumes it")
  func parking() throws {
    let isUp = Atomic(false)
    let receiver = Receiver { _ in isUp.load(ordering: .relaxed) ? .answer(200) : .answer(410) }.start()
    defer { receiver.stop() }
    store.commit("s_1")
    let sender = sender()
    sender.put(try webhook(receiver.url))
    try store.wait { !$0.reports.isEmpty }
    let reason = "answered 410: the receiver accepts no further deliveries"
    #expect(store.reports == [.parked(webhook: "orders", reason: reason)])
    let parking = try #require(store.content.withLock { $0.parked["orders"] })
    #expect(sender.status(of: "orders")?.state == .parked(parking))
    isUp.store(true, ordering: .relaxed)
    sender.put(try webhook(receiver.url))
    // `put` resumes the webhook in the store, since the caller's write may have come before the parking.
    #expect(store.content.withLock { $0.parked.isEmpty })
    try store.wait { $0.deliveries.isEmpty }
    sender.stop()
    #expect(receiver.all.count == 2)
  }

  @Test("A disabled webhook can be resumed unchanged, and an unknown one cannot")
  func resuming() throws {
    let isUp = Atomic(false)
    let receiver = Receiver { _ in isUp.load(ordering: .relaxed) ? .answer(200) : .answer(410) }.start()
    defer { receiver.stop() }
    store.commit("s_1")
    let sender = sender()
    sender.put(try webhook(receiver.url))
    try store.wait { !$0.reports.isEmpty }
    isUp.store(true, ordering: .relaxed)
    #expect(!sender.resume("others"))
    #expect(sender.resume("orders"))
    #expect(store.content.withLock { $0.parked.isEmpty })
    #expect(sender["orders"]?.status.state == .active)
    try store.wait { $0.deliveries.isEmpty }
    sender.stop()
  }

  @Test("Webhooks are listed by name, and put and remove return whether a webhook is new or known")
  func listing() throws {
    let sender = sender()
    for name in ["b", "a"] {
      #expect(sender.put(try Webhook(name: name, url: "http://127.0.0.1:1", secret: "0123456789abcdef")))
    }
    #expect(!sender.put(try Webhook(name: "a", url: "http://127.0.0.1:2", secret: "0123456789abcdef")))
    #expect(sender.all.map(\.webhook.url) == ["http://127.0.0.1:2", "http://127.0.0.1:1"])
    #expect(sender.remove("b"))
    #expect(!sender.remove("b"))
    #expect(sender["b"] == nil)
    sender.stop()
  }

  @Test("A failure is reported with its reason and the delay of the retry")
  func failures() throws {
    store.commit("s_1")
    let sender = sender {
      $0.failures = 2
      $0.transport.library = "libnothing.so.1"
    }
    sender.put(try webhook("http://127.0.0.1:1"))
    try store.wait { $0.reports.count >= 2 }
    sender.stop()
    let reason =
      "libcurl cannot be used (Debian has it in libcurl4): "
      + "libnothing.so.1: cannot open shared object file: No such file or directory"
    #expect(
      store.reports.first.map { report in
        if case .failed("orders", "s_1", reason, 1, 1...2) = report { true } else { false }
      } == true)
    #expect(store.content.withLock { $0.parked["orders"]?.reason.hasPrefix("failed 2 times in a row") } == true)
  }

  @Test("A sender without a webhook starts no thread")
  func idle() throws {
    let sender = sender()
    try sender.start()
    sender.announce(["orders"])
    #expect(sender.state.withLock { $0.worker == nil })
    sender.stop()
  }

  @Test("A stop ends the repetition of a failed delivery, which stays stored")
  func stoppingRepetition() throws {
    let receiver = Receiver { _ in .answer(500) }.start()
    defer { receiver.stop() }
    store.commit("s_1")
    let sender = sender()
    sender.put(try webhook(receiver.url))
    try store.wait { $0.reports.count >= 3 }
    sender.stop()
    let sent = receiver.all.count
    #expect(sent >= 3)
    #expect(sender.state.withLock { $0.worker == nil })
    sender.announce(["orders"])
    #expect(sender.state.withLock { $0.worker == nil })
    #expect(receiver.all.count == sent)
    #expect(store.content.withLock { $0.deliveries.count } == 1)
  }

  @Test("A stop does not wait for a receiver that hangs, and nothing is sent after it")
  func stopping() throws {
    let receiver = Receiver { _ in .hang }.start()
    defer { receiver.stop() }
    store.commit("s_1")
    let sender = sender { $0.transport.timeout = 3_600_000 }
    sender.put(try webhook(receiver.url))
    sender.stop()
    sender.put(try webhook(receiver.url))
    #expect(sender.state.withLock { $0.worker == nil })
    #expect(store.content.withLock { $0.deliveries.count } == 1)
  }
}
