import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Long changes")
struct LongChangeTests {
  static let app = App(
    "notes", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [Route("home"), Route("page")])
  // Each is longer than `RawJSON.longestParsed`.
  static let list = JSONValue.array(Array(repeating: 1, count: 40_000))
  static let members = JSONValue.object(JSONObject((0..<6_000).map { ("k\($0)", .array([.integer(Int64($0))])) }))
  private static let end = Action("setState", ["state": ["a": .null, "b": 1]])
  // Without it, two states that follow one another are one edit.
  private static let between = Action("setParams", ["params": ["p": 1]])

  /// Batches whose steps have long values, and that end in a short state.
  static let batches: [[Action]] = [
    [Action("setState", ["state": ["a": list]]), between, end],
    [
      Action("setState", ["state": ["a": members]]), between,
      Action("setState", ["state": ["b": [1.5, [], ["c": nil]]]]), Action("setParams", ["params": ["p": 2]]), end,
    ],
    [Action("setState", ["state": list]), between, end],
    [Action("push", ["route": "page", "params": ["a": list]]), Action("pop"), end],
    [Action("present", ["route": "page", "params": ["a": members]]), Action("dismiss"), end],
    [Action("push", ["route": "page"]), Action("setParams", ["params": ["a": list]]), Action("pop"), end],
    [
      Action("reset", ["navigation": ["screens": [["route": "page", "state": ["a": list]], ["route": "home"]]]]),
      Action("reset", ["navigation": ["screens": [["route": "page"]]]]),
    ],
  ]

  private func session(_ batch: [Action], in harness: SessionsHarness) throws -> SessionID {
    let id = try harness.session(Self.app)
    for actions in [[Action("setState", ["state": ["b": 0]])], batch, [Action("setState", ["state": ["b": 2]])]] {
      let asked = harness.send(batch: actions, to: id)
      harness.journal.settle()
      let answer = try #require(asked.answer)
      #expect(!answer.hasPrefix("refused"), "\(answer.prefix(300))")
    }
    return id
  }

  @Test("A long change is exported, imported and reverted like a short one", arguments: batches.indices)
  func archive(index: Int) async throws {
    let (first, second) = (SessionsHarness(apps: [Self.app]), SessionsHarness(apps: [Self.app]))
    let id = try session(Self.batches[index], in: first)
    let archive = try await first.archive(id)
    for line in archive.split(separator: UInt8(ascii: "\n")) {
      #expect(try JSONValue(parsing: Array(line), maximumDepth: 100).bytes == Array(line))
    }
    second.clock.advance(first.clock.now - second.clock.now)
    let end = await second.importArchive(archive, of: Self.app)
    #expect(end.prefix(300) == "created 4")
    #expect(try await second.archive(id) == archive)
    for revision in 1...4 { #expect(second.read(revision, of: id).answer == first.read(revision, of: id).answer) }
  }

  @Test("A tree has no unparsed values after a long change is reverted", arguments: batches.indices)
  func expanded(index: Int) throws {
    let first = SessionsHarness(apps: [Self.app])
    let id = try session(Self.batches[index], in: first)
    let stored = try #require(first.journal.tables.stored(id))
    var draft = Draft(try SessionRecovery(stored, Self.app).store().state.withLock { $0.draft.tree })
    for change in first.journal.tables.past(of: id).reversed() {
      try draft.revert(change)
      #expect(!(draft.tree.data.isRaw || draft.tree.root.screens.contains { $0.state.isRaw || $0.params.isRaw }))
    }
  }

  @Test("A check accepts a long change and fails if a change is missing", arguments: batches.indices)
  func check(index: Int) throws {
    let first = SessionsHarness(apps: [Self.app])
    let id = try session(Self.batches[index], in: first)
    let stored = try #require(first.journal.tables.stored(id))
    let past = first.journal.tables.past(of: id)
    _ = try stored.checked(Self.app, past: past)
    var torn = past
    torn.remove(at: 1)
    #expect(throws: CorruptSession.self) { try stored.checked(Self.app, past: torn) }
  }

  @Test("An archive with a wrong former value in a long change is rejected with the line")
  func forged() async throws {
    let first = SessionsHarness(apps: [Self.app])
    let archive = try await first.archive(try session(Self.batches[0], in: first))
    let forger = Forger(archive)
    let refused = await first.importArchive(
      forger.replacing("\",{\"b\":0,\"a\":[1,1,1", with: "\",{\"b\":0,\"a\":[1,2,1"), of: Self.app)
    #expect(refused.hasPrefix("line 3: Revision 3: "), "\(refused)")
    let spaced = await first.importArchive(
      forger.replacing("\"b\":0,\"a\":[1,1,1", with: "\"b\":0,\"a\":[1, 1,1"), of: Self.app)
    #expect(spaced.hasPrefix("line 3: The line is not as an export writes it: from column "), "\(spaced)")
  }
}
