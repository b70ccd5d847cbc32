import JSON
import Testing

@testable import Navigation

/// Tests of invariants with random actions.
@Suite struct RandomActionsTests {
  @Test(
    "Random actions in stacks keep the tree valid and each change reversible",
    arguments: 1...10 as ClosedRange<UInt64>)
  func invariants(seed: UInt64) async throws {
    try await travel(try Journey(at: nested), seed)
  }

  @Test(
    "Random actions in containers of all kinds keep the tree valid and each change reversible",
    arguments: 11...50 as ClosedRange<UInt64>)
  func everyKind(seed: UInt64) async throws {
    try await travel(try Journey(.everything), seed)
  }

  @Test("Random timers keep the tree valid and each change reversible", arguments: 51...70 as ClosedRange<UInt64>)
  func timers(seed: UInt64) async throws {
    try await travel(try Journey(.everythingBoiling), seed)
  }

  private func travel(_ beginning: Journey, _ seed: UInt64) async throws {
    var actions = RandomActions(seed: seed)
    var journey = beginning
    var ids = SeenIDs(of: journey.tree)
    var follower = try PlanFollower(journey.tree.root)
    var changed = 0
    for step in 0..<2_000 {
      // Other tests use the same threads.
      if step % 50 == 0 { await Task.yield() }
      let former = journey.tree
      let action = actions.chance(3) ? actions.boiling(for: former) : actions.action(for: former)
      journey.draft.begin(at: Int64(step))
      var edits: [Edit]?
      do throws(ActionError) { edits = try journey.send(action) } catch { edits = nil }
      let faults =
        try ids.faults(in: journey.tree) + Self.faults(from: former, to: journey.tree, edits: edits, &follower)
      try #require(faults == [], "seed \(seed), step \(step): \(action.text) on \(former.root.outline)")
      if edits?.isEmpty == false { changed += 1 }
    }
    #expect(changed > 300, "too few of the actions change the tree")
  }

  /// - Parameter follower: A client that has the tree `former` from the plans of the earlier steps.
  private static func faults(
    from former: Tree, to tree: Tree, edits: [Edit]?, _ follower: inout PlanFollower
  ) throws -> [String] {
    guard let edits, !edits.isEmpty else { return tree == former ? [] : ["an action without steps changed the tree"] }
    var faults: [String] = []
    var again = Draft(former)
    again.replay(edits)
    if again.tree != tree { faults.append("replaying the steps leads to another tree") }
    again.revert(edits)
    // Ids are never reused, so their counter is not reverted.
    if again.tree.root != former.root || again.tree.data != former.data {
      faults.append("reverting leads to another tree")
    }
    if again.tree.timers != former.timers { faults.append("reverting leads to other timers") }
    if again.tree.size != former.size { faults.append("reverting leads to another size") }
    var counted = Tree(root: tree.root, data: tree.data)
    counted.restore(timers: tree.timers.shuffled())
    if tree.size != counted.size { faults.append("the size is not that of the tree") }
    if tree.timers != counted.timers { faults.append("the timers are not in the order of their times") }
    if tree.timers.contains(where: { $0.screen.map { tree.screen($0) == nil } ?? false }) {
      faults.append("a timer belongs to a closed screen")
    }
    if tree.root.hasFaultyFocus { faults.append("no screen, or one that does not exist, is selected") }
    if try Container(stored: JSONValue(parsing: tree.root.json)) != tree.root {
      faults.append("the stored tree is read back differently")
    }
    try follower.follow(Plan(edits))
    if follower.root != tree.root { faults.append("following the plan leads to another tree") }
    let stored = try edits.map { try Edit(stored: JSONValue(parsing: $0.json)) }
    return stored == edits ? faults : faults + ["a stored step is read back differently"]
  }
}

extension Container {
  fileprivate var hasFaultyFocus: Bool {
    guard screens.indices.contains(selected) else { return true }
    let isHistoryRight =
      kind.hasHistory
      ? focus.history.last == Visit(selectedScreen.id)
        && Set(focus.history.map(\.screen)).isSubset(of: Set(screens.map(\.id)))
      : focus.history.isEmpty
    return !isHistoryRight || all.contains { $0.content?.hasFaultyFocus ?? false }
  }

  private var all: [Screen] { screens + presented.map(\.screen) }
}
