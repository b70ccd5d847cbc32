import ExampleApps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Corrupted session data")
struct DamageTests {
  /// A session of three revisions, of which the snapshot has the first.
  private func stored() throws -> StoredSession {
    let harness = SessionsHarness()
    let id = try harness.session()
    for _ in 1...2 {
      _ = harness.commit(.increment, to: id)
    }
    return try #require(harness.journal.tables.stored(id))
  }

  private func isDamaged(_ change: (inout StoredSession) -> Void) throws -> Bool {
    var session = try stored()
    _ = try session.makeStore(Counter.app)
    change(&session)
    do throws(CorruptSession) {
      _ = try session.makeStore(Counter.app)
      return false
    } catch {
      return true
    }
  }

  @Test(
    "A stored number that is out of range makes the session corrupted",
    arguments: [Int.min, -1, UndoState.largest + 1, .max])
  func numbers(number: Int) throws {
    #expect(try isDamaged { $0.session.revision = number })
    #expect(try isDamaged { $0.session.nextID = number })
    #expect(try isDamaged { $0.session.outputs = number })
    #expect(try isDamaged { $0.session.undoState.shown = number })
    #expect(try isDamaged { $0.session.undoState.tip = number })
    #expect(try isDamaged { $0.session.undoState.oldest = number })
    #expect(try isDamaged { $0.changes[0] = $0.changes[0].with(stateOf: number) })
  }

  @Test("A stored time that is out of range makes the session corrupted", arguments: [Int64.min, .max])
  func times(time: Int64) throws {
    #expect(try isDamaged { $0.session.createdAt = time })
    #expect(try isDamaged { $0.session.updatedAt = time })
    #expect(try isDamaged { $0.changes[1] = $0.changes[1].with(at: time) })
    #expect(
      try isDamaged {
        $0.timers = [
          TimerRow(id: "t1", screen: nil, effect: "e", fireAt: time, action: Array(#"{"type":"increment"}"#.utf8))
        ]
      })
  }

  @Test("A stored id with a number that has no successor makes the session corrupted")
  func ids() throws {
    #expect(
      try isDamaged {
        $0.session.nextID = 0
        $0.replace(#""a1""#, with: #""a\#(Int.max)""#)
      })
  }

  @Test("Stored containers that are nested too deeply or have the same id make the session corrupted")
  func depth() throws {
    let largest = App.maximumDepth
    for (count, expected) in [(largest - 1, false), (largest, true), (100_000, true)] {
      let isDeep = try isDamaged { session in
        session.changes = []
        session.nestContainers(count)
      }
      #expect(isDeep == expected, "\(count)")
    }
    let hasRootTwice = try isDamaged { session in
      session.changes = []
      session.nestContainers(1)
      session.replace(#""c0""#, with: #""root""#)
    }
    #expect(hasRootTwice)
  }

  @Test(
    "A stored root container or stored data without their form make the session corrupted",
    arguments: [
      "", "{", "null", "[]", "{}", #"{"id":"root","kind":"stack","selected":0,"screens":[],"presented":[]}"#,
      #"{"id":"root","kind":"stack","selected":0,"screens":[{"id":"a1"}],"presented":[]}"#,
    ])
  func form(navigation: String) throws {
    #expect(
      try isDamaged {
        $0.changes = []
        $0.navigation = Array(navigation.utf8)
      })
    #expect(try isDamaged { $0.session.data = Array("{".utf8) })
  }

  @Test("An invalid stored selection makes the session corrupted, even without later changes")
  func selection() throws {
    #expect(
      try isDamaged {
        $0.changes = []
        $0.replace(#""kind":"stack","selected":0"#, with: #""kind":"tabs","selected":1"#)
      })
  }
}

extension PastChange {
  fileprivate func with(at: Int64? = nil, stateOf: Int? = nil) -> PastChange {
    PastChange(
      revision: revision, at: at ?? self.at, action: [], edits: edits, outputs: outputs,
      stateOf: stateOf ?? self.stateOf)
  }
}

extension StoredSession {
  /// Replaces a text in the JSON of the root container, in which it has to occur.
  mutating func replace(_ text: String, with other: String) {
    let former = String(decoding: navigation, as: UTF8.self)
    precondition(former.contains(text), "\(former) does not contain \(text)")
    navigation = Array(former.replacing(text, with: other).utf8)
  }

  /// Nests the given number of containers in the first screen.
  fileprivate mutating func nestContainers(_ count: Int) {
    let screen = #""route":"counter","params":{},"state":{"count":0}"#
    let contents = (0..<count).map { number in
      #","content":{"id":"c\#(number)","kind":"stack","selected":0,"screens":[{"id":"s\#(number)",\#(screen)"#
    }
    replace(screen, with: screen + contents.joined() + String(repeating: #"}],"presented":[]}"#, count: count))
  }
}
