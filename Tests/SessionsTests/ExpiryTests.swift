import Testing

@testable import Sessions

@Suite("Expiry of sessions")
struct ExpiryTests {
  private let harness = SessionsHarness { $0.expiry = 1_000 }

  private func expire(_ harness: SessionsHarness) async {
    harness.journal.settleByItself { _ in nil }
    await harness.registry.expire(asOf: harness.clock.now)
  }

  @Test("A session expires once it has not changed for the configured expiry time")
  func server() async throws {
    let id = try harness.session()
    harness.clock.advance(999)
    await expire(harness)
    #expect(harness.journal.tables.sessions[id] != nil)
    harness.clock.advance(1)
    await expire(harness)
    #expect(harness.journal.tables.sessions[id] == nil)
    #expect(harness.journal.tables.tombstones[id]?.hasExpired == true)
  }

  @Test("A session does not expire without a configured expiry time")
  func never() async throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.clock.advance(1_000_000)
    await expire(harness)
    #expect(harness.journal.tables.sessions[id] != nil)
  }

  @Test("A change postpones the expiry of a session even before it is in the snapshot")
  func change() async throws {
    let id = try harness.session()
    harness.clock.advance(900)
    harness.commit(.increment, to: id)
    harness.clock.advance(900)
    await expire(harness)
    #expect(harness.journal.tables.sessions[id] != nil)
  }

  @Test("A session with a subscriber does not expire")
  func listener() async throws {
    let id = try harness.session()
    _ = await harness.registry.listen(SilentListener(), to: id, from: .now)
    harness.clock.advance(5_000)
    await expire(harness)
    #expect(harness.journal.tables.sessions[id] != nil)
  }
}

private final class SilentListener: Listener {
  var wantsSession: Bool { false }
  var presence: Presence? { nil }
  func receive(_ event: SessionEvent) {}
  func sessionDeleted() {}
  func accessRevoked() {}
}
