import JSON
import Synchronization
import Testing

@testable import Sessions

@Suite("Replacement of tokens")
struct TokenTests {
  let harness = SessionsHarness()
  private let former: [UInt8] = [1, 2, 3]

  private func change(_ id: SessionID, to hash: [UInt8], holding holder: [UInt8]? = nil) -> Asked {
    harness.ask { await $0.changeToken(of: id, to: hash, holding: holder) }
  }

  private func hash(_ id: SessionID, _ harness: SessionsHarness? = nil) -> [UInt8]? {
    let found = Found()
    let registry = (harness ?? self.harness).registry
    Task.inline { found.set(try? await registry.access(to: id)?.tokenHash) }
    return found.value
  }

  @Test("A new token is valid once it is durable, and after a restart")
  func durable() throws {
    let id = try harness.session()
    let asked = change(id, to: [4], holding: former)
    #expect(asked.answer == nil)
    #expect(hash(id) == former)
    harness.journal.settle()
    #expect(asked.answer == "token changed")
    #expect(hash(id) == [4])
    #expect(hash(id, SessionsHarness(after: harness, copy: true)) == [4])
  }

  @Test("A new token that cannot be written is not valid")
  func failing() throws {
    let id = try harness.session()
    let asked = change(id, to: [4], holding: former)
    harness.journal.settle(failing: .unavailable("no disk"))
    #expect(asked.answer == #"failed: unavailable("no disk")"#)
    #expect(hash(id) == former)
    #expect(change(id, to: [5], holding: former).answer == nil)
    harness.journal.settle()
    #expect(hash(id) == [5])
  }

  @Test("The first of two concurrent replacements of a token succeeds, and the second is not found")
  func race() throws {
    let id = try harness.session()
    let asked = [change(id, to: [4], holding: former), change(id, to: [5], holding: former)]
    harness.journal.settle()
    #expect(asked.map(\.answer) == ["token changed", "not found"])
    #expect(hash(id) == [4])
  }

  @Test("The replacement of a token requires the current token, unless the caller is exempt")
  func holder() throws {
    let id = try harness.session()
    #expect(change(id, to: [4], holding: [9]).answer == "not found")
    let asked = change(id, to: [], holding: nil)
    harness.journal.settle()
    #expect(asked.answer == "token changed")
    // A session without a token accepts no token, not even an empty one.
    #expect(change(id, to: [4], holding: former).answer == "not found")
    #expect(hash(id) == [])
    #expect(change(SessionID(high: 1, low: 1), to: [4]).answer == "not found")
  }

  @Test("The replacement of a token succeeds even if an earlier change fails")
  func besideFailure() throws {
    let id = try harness.session()
    let push = harness.send(.increment, to: id)
    let asked = change(id, to: [4])
    harness.journal.settle(1, failing: .unavailable("no disk"))
    harness.journal.settle()
    #expect(push.answer == #"failed: unavailable("no disk")"#)
    #expect(asked.answer == "token changed")
    let again = harness.commit(.increment, to: id)
    #expect(again.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(hash(id) == [4])
  }

  @Test(
    "The replacement of a token succeeds before a deletion of the session, not after it",
    arguments: [true, false])
  func deletion(first: Bool) throws {
    let id = try harness.session()
    let early = first ? harness.delete(id) : nil
    let asked = change(id, to: [4])
    let late = first ? nil : harness.delete(id)
    harness.journal.settle()
    #expect(asked.answer == (first ? "not found" : "token changed"))
    #expect((early ?? late)?.answer == "deleted")
    #expect(harness.journal.tables.tombstones[id] == Tombstone(tokenHash: first ? former : [4]))
  }

  @Test("A durable new token closes only the subscriptions that use the former token")
  func listeners() async throws {
    let id = try harness.session()
    let (stranger, owner, admin) = (RecordingListener(), RecordingListener(), RecordingListener())
    #expect(await listen(stranger, id, holding: [9]) == "not found")
    #expect(await listen(owner, id, holding: former) == "began")
    #expect(await listen(admin, id, holding: nil) == "began")
    let asked = change(id, to: [4], holding: former)
    // The former token is still valid.
    let early = RecordingListener()
    let earlyAnswer = Mutex("")
    Task.inline { [harness, former] in
      let line = Self.line(await harness.registry.listen(early, to: id, from: .now, holding: former))
      earlyAnswer.withLock { $0 = line }
    }
    harness.journal.settle()
    #expect(asked.answer == "token changed")
    #expect(earlyAnswer.withLock { $0 } == "not found")
    #expect(await owner.next() == "revoked")
    harness.commit(.increment, to: id)
    #expect(await admin.next() == "2")
    #expect(owner.heard == ["revoked"])
    #expect(await listen(RecordingListener(), id, holding: former) == "not found")
    #expect(await listen(RecordingListener(), id, holding: [4]) == "began")
  }

  private func listen(_ listener: RecordingListener, _ id: SessionID, holding token: [UInt8]?) async -> String {
    Self.line(await harness.registry.listen(listener, to: id, from: .now, holding: token))
  }

  private static func line(_ listening: Listening) -> String {
    switch listening {
    case .snapshot, .backlog: "began"
    case .notFound: "not found"
    case .deleted: "deleted"
    case .crowded: "crowded"
    case .shareTaken: "share taken"
    case .failed: "failed"
    }
  }
}

/// A hash that a task finds.
private final class Found: Sendable {
  private let hash = Mutex<[UInt8]?>(nil)
  var value: [UInt8]? { hash.withLock { $0 } }
  func set(_ value: [UInt8]?) { hash.withLock { $0 = value } }
}
