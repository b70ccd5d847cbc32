import JSON
import SQLiteJournal
import Sessions
import Synchronization
import Testing
import Webhooks

@Suite("Webhooks in the journal", .journal)
struct WebhookTests {
  let harness = JournalHarness.current

  private func webhook(_ name: String, apps: [String] = [], outputs: [String] = []) -> Write {
    .webhook(
      .put(
        StoredWebhook(
          name: name, url: "https://example.com/\(name)", apps: apps, outputs: outputs, secret: "0123456789abcdef")))
  }

  private func paid(_ seq: Int, _ name: String = "paid") -> String {
    #"[{"seq":\#(seq),"name":"\#(name)","value":{"total":\#(seq)}}]"#
  }

  /// Waits until the writer has applied the pending acknowledgements, parkings and resumptions.
  private func settle(_ harness: JournalHarness) async { await harness.journal.tick() }

  @Test("A stored webhook is read back as it was put, parked or resumed")
  func webhooks() async throws {
    let store = harness.journal.deliveries { _ in }
    #expect(await harness.journal.write(webhook("b", apps: ["shop"], outputs: ["paid", "a \"b\""])) == nil)
    #expect(await harness.journal.write(webhook("a")) == nil)
    store.park("b", Webhook.Parking(reason: "answered 410", since: 7))
    await settle(harness)
    var found = try store.webhooks { name, reason in Issue.record("\(name): \(reason)") }
    #expect(found.map(\.name) == ["a", "b"])
    #expect(found[1].apps == ["shop"])
    #expect(found[1].outputs == ["paid", "a \"b\""])
    #expect(found[1].secret.text == "0123456789abcdef")
    #expect(found.map(\.state) == [.active, .parked(Webhook.Parking(reason: "answered 410", since: 7))])
    store.resume("b")
    await settle(harness)
    #expect(
      try store.webhooks { name, reason in Issue.record("\(name): \(reason)") }.map(\.state) == [.active, .active])
    store.park("b", Webhook.Parking(reason: "answered 410", since: 8))
    #expect(await harness.journal.write(webhook("b")) == nil)
    found = try store.webhooks { name, reason in Issue.record("\(name): \(reason)") }
    #expect(found.map(\.state) == [.active, .active])
    #expect(found[1].apps == [])
    #expect(await harness.journal.write(.webhook(.remove("b"))) == nil)
    #expect(try store.webhooks { name, reason in Issue.record("\(name): \(reason)") }.map(\.name) == ["a"])
  }

  @Test("Outputs are queued in order for the webhooks whose filters match, and the sender is notified")
  func addressing() async throws {
    let told = Mutex<[[String]]>([])
    harness.journal.announceDeliveries { names in told.withLock { $0.append(names.sorted()) } }
    let store = harness.journal.deliveries { _ in }
    let owner = await harness.owner()
    #expect(await harness.journal.change(owner, owner.change(2, outputs: paid(1))) == nil)
    for write in [
      webhook("all"), webhook("paid", outputs: ["left", "paid"]), webhook("shop", apps: ["shop", "x"]),
      webhook("kiosk", apps: ["kiosk"]), webhook("both", apps: ["shop"], outputs: ["left"]),
    ] { #expect(await harness.journal.write(write) == nil) }
    #expect(await harness.journal.change(owner, owner.change(3, outputs: paid(2))) == nil)
    #expect(await harness.journal.change(owner, owner.change(4)) == nil)
    let two = #"[{"seq":3,"name":"left","value":null},{"seq":4,"name":"seen","value":[1]}]"#
    #expect(await harness.journal.change(owner, owner.change(5, outputs: two)) == nil)
    #expect(told.withLock { $0 } == [["all", "paid", "shop"], ["all", "both", "paid", "shop"]])

    func waiting(_ name: String) throws -> [Int] {
      var after: Int64 = 0
      var seqs: [Int] = []
      while let next = try store.delivery(for: name, of: owner.id.text, after: after) {
        after = next.position
        seqs.append(next.seq)
      }
      #expect(try store.waiting(for: name, after: 0, limit: 9).count == seqs.count)
      return seqs
    }
    #expect(try waiting("all") == [2, 3, 4])
    #expect(try waiting("paid") == [2, 3])
    #expect(try waiting("shop") == [2, 3, 4])
    #expect(try waiting("both") == [3])
    #expect(try waiting("kiosk") == [])
    let first = try #require(try store.delivery(for: "all", of: owner.id.text, after: 0))
    #expect(
      first
        == Delivery(
          position: first.position, webhook: "all", session: owner.id.text, app: "shop", seq: 2, revision: 3,
          at: 3000, origin: Array(",\"by\":null,\"requestId\":null".utf8), name: "paid",
          value: Array(#"{"total":2}"#.utf8)))
  }

  @Test("Acknowledged deliveries are removed, and their positions are never reused")
  func acknowledging() async throws {
    let store = harness.journal.deliveries { _ in }
    let (one, other) = (Owner(), Owner())
    #expect(await harness.journal.write(webhook("all")) == nil)
    for owner in [one, other] {
      #expect(await harness.journal.create(owner) == nil)
      for revision in 2...3 {
        let change = owner.change(revision, outputs: paid(revision - 1))
        #expect(await harness.journal.change(owner, change) == nil)
      }
    }
    let all = try store.waiting(for: "all", after: 0, limit: 9)
    #expect(all.map(\.session) == [one, one, other, other].map(\.id.text))
    #expect(try store.waiting(for: "all", after: all[0].position, limit: 2) == Array(all[1...2]))
    store.acknowledge(all.map(\.position))
    await settle(harness)
    #expect(try store.waiting(for: "all", after: 0, limit: 9) == [])
    #expect(await harness.journal.change(one, one.change(4, outputs: paid(3))) == nil)
    let next = try #require(try store.waiting(for: "all", after: 0, limit: 9).first)
    #expect(next.position > all[3].position)
  }

  @Test("Deleting a session keeps its waiting deliveries, and removing a webhook drops them")
  func removing() async throws {
    let store = harness.journal.deliveries { _ in }
    let owner = Owner()
    for write in [webhook("a"), webhook("b")] { #expect(await harness.journal.write(write) == nil) }
    #expect(await harness.journal.create(owner) == nil)
    #expect(await harness.journal.change(owner, owner.change(2, outputs: paid(1))) == nil)
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try store.delivery(for: "a", of: owner.id.text, after: 0)?.seq == 1)
    #expect(await harness.journal.write(.webhook(.remove("a"))) == nil)
    #expect(try store.waiting(for: "a", after: 0, limit: 9) == [])
    #expect(try store.waiting(for: "b", after: 0, limit: 9).count == 1)
  }

  @Test("The deliveries of an acknowledged change are found after a crash")
  func crash() async throws {
    let owner = Owner()
    #expect(await harness.journal.write(webhook("all")) == nil)
    #expect(await harness.journal.create(owner) == nil)
    #expect(await harness.journal.change(owner, owner.change(2, outputs: paid(1))) == nil)
    let copy = try harness.crashed()
    try await withJournal(in: copy) { (harness) async throws in
      let store = harness.journal.deliveries { _ in }
      #expect(try store.webhooks { name, reason in Issue.record("\(name): \(reason)") }.map(\.name) == ["all"])
      #expect(try store.delivery(for: "all", of: owner.id.text, after: 0)?.seq == 1)
      // This writer has read the webhook from the database and has not received it as a write.
      #expect(await harness.journal.change(owner, owner.change(3, outputs: paid(2))) == nil)
      #expect(try store.waiting(for: "all", after: 0, limit: 9).count == 2)
    }
  }

  @Test("A transaction that is retried queues each output once")
  func failing() async throws {
    let told = Mutex<[[String]]>([])
    harness.journal.announceDeliveries { names in told.withLock { $0.append(names.sorted()) } }
    let store = harness.journal.deliveries { _ in }
    let owner = Owner()
    #expect(await harness.journal.write(webhook("all")) == nil)
    #expect(await harness.journal.create(owner) == nil)
    // All writes share a transaction. The second definition violates a constraint, so the others are written again.
    let resume = await harness.journal.pause()
    let app = StoredApp(name: "x", version: 1, definition: Array("{}".utf8), createdAt: 0)
    #expect(harness.journal.submit(.change(owner.change(2, outputs: paid(1)), of: owner)) { _ in })
    owner.commit(2)
    #expect(harness.journal.submit(webhook("late")) { _ in })
    for _ in 1...2 { #expect(harness.journal.submit(.define(app)) { _ in }) }
    resume()
    #expect(await harness.journal.change(owner, owner.change(3, outputs: paid(2))) == nil)
    #expect(try store.waiting(for: "all", after: 0, limit: 9).count == 2)
    #expect(try store.waiting(for: "late", after: 0, limit: 9).count == 1)
    #expect(told.withLock { Set($0.joined()) } == ["all", "late"])
  }
}
