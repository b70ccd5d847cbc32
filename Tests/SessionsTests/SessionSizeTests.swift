import Navigation
import Testing

@testable import Sessions

@Suite("The memory of a session")
struct SessionSizeTests {
  @Test("A store and a list of five screens each take at most 448 bytes")
  func sizeClasses() {
    // 448 bytes is the size class below 512. The store has 104 bytes besides its state, and an array has 32 besides
    // its elements.
    #expect(104 + MemoryLayout<SessionStore.State>.size <= 448)
    #expect(32 + 5 * MemoryLayout<Screen>.stride <= 448)
  }

  @Test("A change without a list of steps, a call or trimming allocates no `extras`")
  func rareParts() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.send(.increment, to: id)
    harness.journal.settle()
    let store = try #require(harness.registry.sessions[id])
    store.state.withLock { state in
      #expect(state.revision == 2)
      state.trimming = .none(margin: 0)
      state.calls = []
      #expect(state.extras.isEmpty)
      state.calls = [WaitingCall(key: "k", screen: nil, revision: 1, reply: [])]
      state.trimming = .underWay
      #expect(state.calls.count == 1)
      #expect(state.trimming == .underWay)
      #expect(state.extras.count == 1)
    }
  }

  @Test("Token hashes are equal only if their bytes are, and a hash above 32 bytes is empty")
  func tokenHashes() {
    let hashes: [[UInt8]] = [[], [0], [1, 2, 3], Array(0..<32), [UInt8](repeating: 0, count: 32)]
    for hash in hashes {
      #expect(TokenHash(hash).bytes == hash)
      for other in hashes {
        #expect(TokenHash(hash).isSame(as: other) == (hash == other))
        #expect((TokenHash(hash) == TokenHash(other)) == (hash == other))
      }
    }
    #expect(TokenHash(Array(0..<33)) == TokenHash([]))
  }
}
