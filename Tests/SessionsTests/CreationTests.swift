import ExampleApps
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Creation of sessions")
struct CreationTests {
  let harness = SessionsHarness()
  let key = IdempotencyKey(named: "k", asking: "counter")

  @Test("A creation repeated with its idempotency key gets the same response, even after a restart")
  func replay() throws {
    let first = harness.create(key: key)
    harness.journal.settle()
    let body = try #require(first.answer).dropFirst("created 1 201 ".count)
    #expect(harness.create(key: key).answer == "replayed 201 \(body)")
    #expect(SessionsHarness(after: harness).create(key: key).answer == "replayed 201 \(body)")
    #expect(harness.journal.tables.sessions.count == 1)
  }

  @Test("The idempotency key of a pending or of a different creation is refused")
  func reuse() {
    harness.create(key: key)
    #expect(harness.create(key: key).answer == "key in progress")
    harness.journal.settle()
    #expect(harness.create(key: IdempotencyKey(named: "k", asking: "shop")).answer == "key reused")
  }

  @Test("A failed creation releases its idempotency key")
  func failing() throws {
    harness.create(key: key)
    harness.journal.settle(failing: .full("no space"))
    let again = harness.create(key: key)
    harness.journal.settle()
    #expect(try #require(again.answer).hasPrefix("created 1 201 "))
  }

  @Test("A creation that another node was ahead of is carried out again")
  func overtaken() throws {
    let asked = harness.create()
    harness.journal.settle(failing: .overtaken)
    #expect(asked.answer == nil)
    harness.journal.settle()
    #expect(try #require(asked.answer).hasPrefix("created 1 201 "))
  }

  @Test("A creation repeated with its idempotency key after 24 hours makes a new session")
  func expiry() throws {
    harness.create(key: key)
    harness.journal.settle()
    harness.clock.advance(24 * 60 * 60 * 1_000)
    let asked = harness.create(key: key)
    harness.journal.settle()
    #expect(try #require(asked.answer).hasPrefix("created 1 201 "))
    #expect(harness.journal.tables.sessions.count == 2)
  }

  @Test("The refusal of a creation is stored with its idempotency key")
  func refusal() {
    let asked = harness.create(navigation: [:], key: key)
    #expect(asked.answer == nil)
    harness.journal.settle()
    #expect(asked.answer == "refused bad-navigation /navigation/screens")
    #expect(harness.create(navigation: [:], key: key).answer == "replayed 409 bad-navigation")
  }

  @Test("A session that exceeds the size limit is not created")
  func size() {
    let harness = SessionsHarness { $0.stateSize = 1_000 }
    let asked = harness.create(.shelves, data: ["user": .string(String(repeating: "x", count: 1_000))])
    #expect(asked.answer == "refused state-too-large")
    #expect(harness.journal.waiting == 0)
  }

  @Test("A creation that a full journal rejects is answered as busy")
  func busy() {
    let harness = SessionsHarness(MemoryJournal.Settings(capacity: 0))
    #expect(harness.create(key: key).answer == "journal busy")
    #expect(harness.create(key: key).answer == "journal busy")
    #expect(harness.create(navigation: [:], key: key).answer == "journal busy")
  }
}
