import ExampleApps
import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("Timers with refused actions")
struct RefusedTimerTests {
  private static let detail = #""root" has nothing to pop: "kettle" is its first screen."#
  private static let refusal = StoredRefusal(.forbidden("nothing-to-pop", detail))

  private let harness = SessionsHarness(apps: [MessageTestApp.kiosk, TimerTestApp.app])

  /// A session at revision 2, whose idle action will be refused.
  private func waiting() throws -> SessionID {
    let id = try harness.session(MessageTestApp.kiosk)
    harness.commit(Action("whistle"), to: id)
    return id
  }

  /// A session at revision 3, whose idle action was refused.
  private func refused() throws -> SessionID {
    let id = try waiting()
    let wakeup = harness.wakeup()
    harness.advance(60_000, wakeup)
    harness.registry.stopTimers()
    return id
  }

  private func tree(_ id: SessionID, in harness: SessionsHarness) throws -> Tree {
    try harness.store(id).state.withLock { $0.draft.tree }
  }

  @Test("The history records the refusal of an idle action in the change that ends its timer")
  func marked() throws {
    let id = try refused()
    let query = HistoryPageQuery(session: id, after: 0, limit: 9)
    let items = harness.journal.tables.history(query).items
    #expect(items.map(\.revision) == [2, 3])
    #expect(items.map { text($0.action) } == [#"{"type":"whistle"}"#, #"{"type":"popToRoot"}"#])
    #expect(items.map(\.origin.actor) == [nil, "timer"])
    #expect(items.map { $0.outputs } == [Array("[]".utf8), Array("[]".utf8)])
    #expect(try items.map { try $0.refused.map { try StoredRefusal(stored: $0, of: 3) } } == [nil, Self.refusal])
  }

  @Test("A timer whose refusal finds the mailbox full as well waits for another attempt")
  func fullTwice() throws {
    let id = try waiting()
    let wakeup = harness.wakeup()
    harness.clock.advance(60_000)
    wakeup.fireIfDue()
    for _ in 1...2 { harness.journal.settle(failing: .mailboxFull(limit: MailboxLimit())) }
    #expect(harness.journal.waiting == 0)
    #expect(try tree(id, in: harness).timers.count == 1)
  }

  @Test("A refused idle action changes only the timers of the session")
  func changesNothing() throws {
    let id = try waiting()
    let before = try tree(id, in: harness)
    let wakeup = harness.wakeup()
    harness.advance(60_000, wakeup)
    let after = try tree(id, in: harness)
    #expect(before.timers.count == 1 && after.timers.isEmpty)
    #expect(after.root == before.root)
    #expect(after.data == before.data)
    #expect(after.lastID == before.lastID)
  }

  @Test("A refused idle action is not retried before the next action, even after a restart")
  func onceForAnAction() throws {
    let id = try refused()
    let again = SessionsHarness(after: harness)
    let wakeup = again.wakeup()
    again.advance(1_000_000, wakeup)
    #expect(again.log(id).count == 2)
    again.commit(Action("whistle"), to: id)
    again.advance(60_000, wakeup)
    #expect(again.log(id).count { $0 == #"timer {"type":"popToRoot"}"# } == 2)
    #expect(again.journal.tables.past(of: id).map { $0.refused != nil } == [false, true, false, true])
  }

  @Test("The history records the refusal of the action of a reducer's timer")
  func effect() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(TimerTestApp.app)
    harness.send(.boil(after: 10, then: ["type": "leak"]), to: id)
    harness.commit(.boil("other", after: 20), to: id)
    harness.advance(20, wakeup)
    let refusals = try harness.journal.tables.past(of: id).map { change in
      try change.refused.map { try StoredRefusal(stored: $0, of: change.revision) }
    }
    #expect(refusals == [nil, nil, StoredRefusal(.forbidden("empty", "The kettle is empty.")), nil])
  }

  @Test("The end of a timer whose action was refused is no step of undo")
  func undo() throws {
    let id = try refused()
    harness.commit(.undo(steps: 1), in: id)
    #expect(harness.journal.tables.past(of: id).map(\.stateOf) == [nil, 2, 1])
    harness.commit(.redo(steps: 1), in: id)
    #expect(try harness.counts(id) == [1])
    #expect(harness.journal.tables.past(of: id).map(\.stateOf) == [nil, 2, 1, 2])
  }

  @Test(
    "What was undone can be redone after a timer whose action was refused, also after a restart",
    arguments: [false, true])
  func redo(restarts: Bool) throws {
    let id = try waiting()
    harness.commit(.undo(steps: 1), in: id)
    harness.advance(60_000, harness.wakeup())
    harness.registry.stopTimers()
    let harness = restarts ? SessionsHarness(after: harness) : harness
    harness.commit(.redo(steps: 1), in: id)
    #expect(harness.journal.tables.past(of: id).map(\.stateOf) == [nil, 1, 1, 2])
    #expect(harness.journal.tables.past(of: id).map { $0.refused != nil } == [false, false, true, false])
  }

  @Test("An imported session with a refused timer does not fire it again and exports the same bytes")
  func archive() async throws {
    let id = try refused()
    let archive = try await harness.archive(id)
    let lines = text(archive).split(separator: "\n")
    #expect(lines.map { $0.contains(#""refused""#) } == [false, false, true, false])
    #expect(lines[2].hasSuffix(#","stateOf":2,"refused":\#(text(Self.refusal.bytes))}"#))
    let second = SessionsHarness(apps: [MessageTestApp.kiosk])
    #expect(await second.importArchive(archive, of: MessageTestApp.kiosk) == "created 3")
    let restarted = SessionsHarness(after: second, copy: true)
    for harness in [second, restarted] {
      let wakeup = harness.wakeup()
      harness.advance(1_000_000, wakeup)
      #expect(try await harness.archive(id) == archive)
      harness.registry.stopTimers()
    }
  }

  @Test(
    "An archive with an invalid `refused` member is rejected",
    arguments: [
      (#""code":"nothing-to-pop","#, "", "line 3: `refused` must be an object with the strings `code` and `detail`"),
      (
        #""refused":{"#, #""refused":{"x":1,"#,
        "line 3: `refused` must be an object with the strings `code` and `detail`"
      ),
      (#""refused":{"code":"nothing-to-pop","#, #""refused":null,"x":{"#, "line 3: The member `x` is unknown"),
      (#""stateOf":2,"refused":{"#, #""refused":{"#, "line 3: The line is not as an export writes it"),
      (#""stateOf":2"#, #""stateOf":1"#, "line 3: Revision 3: a `refused` action must have the actor"),
      (#""actor":"timer""#, #""actor":null"#, "line 3: Revision 3: a `refused` action must have the actor"),
      (
        #""outputs":[],"stateOf":2,"r"#, #""outputs":[{"seq":1,"name":"x","value":1}],"stateOf":2,"r"#,
        "line 3: Revision 3: a `refused` action must have the actor"
      ),
      (
        #""actor":null,"action":{"type":"whistle"}"#, #""actor":"timer","action":{"type":"whistle"}"#,
        "line 2: Revision 2: a `refused` action must have the actor"
      ),
    ])
  func forged(old: String, new: String, expected: String) async throws {
    var lines = Forger(try await harness.archive(try refused())).lines.map { text($0) }
    if old.contains("whistle") {
      lines[1] = lines[1].replacing(#""stateOf":null"#, with: #""stateOf":1,"refused":\#(text(Self.refusal.bytes))"#)
    }
    let forged = lines.map { Array($0.replacing(old, with: new).utf8) }
    let end = await SessionsHarness(apps: [MessageTestApp.kiosk]).importArchive(
      Forger.sealed(forged), of: MessageTestApp.kiosk)
    #expect(end.hasPrefix(expected), "\(end)")
  }

  @Test("A check accepts a refused timer and fails on an invalid or misplaced refusal")
  func checking() throws {
    let id = try refused()
    let (tables, app) = (harness.journal.tables, MessageTestApp.kiosk)
    let (stored, past) = (try #require(tables.stored(id)), tables.past(of: id))
    #expect(harness.read(id).answer?.contains(text(try stored.checked(app, past: past))) == true)
    for (index, reason) in [(0, Self.refusal.bytes), (1, Array(#"{"code":"empty"}"#.utf8)), (1, [])] {
      var damaged = past
      damaged[index] = past[index].refused(reason, stateOf: index + 1)
      #expect(throws: CorruptSession.self) { try stored.checked(app, past: damaged) }
    }
  }

  @Test("A fork does not contain the refused timer of its source")
  func fork() async throws {
    let id = try refused()
    harness.journal.settleByItself { _ in nil }
    let (_, creation) = try await harness.registry.fork(id, at: nil, isFromBackend: true) { app, tree in
      CreationRequest(app: app, tree: tree, tokenHash: [1], key: nil) { StoredResponse(status: 201, body: $0) }
    }
    guard case .created(let fork, _, _) = creation else { return _ = Issue.record("\(creation)") }
    let wakeup = harness.wakeup()
    harness.advance(1_000_000, wakeup)
    #expect(harness.log(fork) == [])
    #expect(harness.log(id).count == 2)
  }
}

extension PastChange {
  fileprivate func refused(_ reason: [UInt8], stateOf: Int) -> PastChange {
    PastChange(
      revision: revision, at: at, origin: origin, action: action, edits: edits, outputs: outputs, refused: reason,
      stateOf: stateOf, base: base)
  }
}

extension StoredRefusal {
  fileprivate var bytes: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.bytes
  }
}
