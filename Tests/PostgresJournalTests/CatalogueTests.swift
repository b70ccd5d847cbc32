import PostgresJournal
import Sessions
import TestSupport
import Testing

/// Writes of one server that rest on what another one has changed in the same moment.
@Suite(
  "Catalogues on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct CatalogueTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  private func app(_ version: Int, _ definition: String = "{}", at time: Int64 = StoreHarness.now) -> Write {
    .define(StoredApp(name: "shop", version: version, definition: Array(definition.utf8), createdAt: time))
  }

  @Test func `A definition replaces none that another server has just stored`() throws {
    #expect(harness.submit(app(1), nil) == nil)
    #expect(harness.submit(app(1, "{ }"), nil) == .overtaken)
    #expect(harness.submit(app(1), nil) == nil)
    #expect(try harness.wait { try await $0.apps() }.map(\.definition) == [Array("{}".utf8)])
    // One that was there before the request, and is unknown: this server could not read it.
    #expect(harness.submit(app(1, "{ }", at: StoreHarness.now + 100_000), nil) == nil)
  }

  @Test func `A name of a key or an operator is given once`() throws {
    for (hash, failure) in [(1, nil), (2, .overtaken), (1, nil)] as [(UInt8, JournalFailure?)] {
      let key = StoredAppKey(app: "shop", name: "k", hash: [hash], createdAt: StoreHarness.now)
      let holder = StoredOperator(
        id: "op_\(hash)", name: "o", hash: [hash], scopes: [], apps: [], createdAt: StoreHarness.now, expiresAt: nil)
      #expect(harness.submit([(.appKey(.add(key)), nil), (.operators(.add(holder)), nil)]) == [failure, failure])
    }
  }

  @Test func `A version in the rollout is not withdrawn, and a withdrawn one gets into no rollout`() throws {
    func withdraw(_ version: Int) -> JournalFailure? {
      harness.submit(.withdraw(app: "shop", versions: [version], at: StoreHarness.now), nil)
    }
    func roll(_ current: Int, _ next: Int?) -> JournalFailure? {
      harness.submit(.rollout(Rollout(current: current, next: next), of: "shop"), nil)
    }
    #expect(harness.submit((1...3).map { (app($0), nil) }) == [nil, nil, nil])
    #expect(roll(1, 2) == nil)
    #expect([withdraw(1), withdraw(2), withdraw(3)] == [.overtaken, .overtaken, nil])
    #expect([roll(3, nil), roll(1, 3), roll(1, nil)] == [.overtaken, .overtaken, nil])
    #expect(withdraw(2) == nil)
    #expect(harness.submit(.reinstate(app: "shop", version: 3), nil) == nil)
    #expect(roll(3, 1) == nil)
  }
}
