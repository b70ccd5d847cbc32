import AppDefinitions
import ExampleApps
import JSON
import Navigation
import TestSupport
import Testing

@testable import NavstateClient

@Suite("The difference of two trees")
struct DifferenceTests {
  @Test(
    "The difference of trees turns one into the other",
    arguments: BuiltInApps.apps.map(\.name) + ["tabs", "stack", "panes"])
  func leads(name: String) throws {
    let app = try BuiltInApps.apps.first { $0.name == name } ?? Self.nested(in: name)
    var draft = Draft(try app.start())
    var actions = RandomActions(app: app, random: SplitMix64(seed: 7))
    var (former, count) = ([draft.tree.root], 0)
    for _ in 1...2_000 {
      guard perform(actions.next(in: draft.tree), &draft, app) else { continue }
      var root = actions.random.once(in: 2) ? former[former.count - 1] : former[actions.random.upTo(former.count) - 1]
      for step in Plan.Step.difference(from: root, to: draft.tree.root) {
        root.apply(step)
        count += 1
      }
      #expect(root == draft.tree.root)
      former = former.suffix(20) + [draft.tree.root]
    }
    #expect(count > 100)
  }

  private func perform(_ action: Action, _ draft: inout Draft, _ app: App) -> Bool {
    do throws(ActionError) {
      try app.reduce(action, &draft)
      _ = draft.finish()
      return true
    } catch {
      draft.rollBack()
      return false
    }
  }

  /// An app that goes back chronologically in a root of the kind.
  private static func nested(in kind: String) throws -> App {
    try AppDefinition([
      "app": "nested", "version": 1,
      "root": ["kind": .string(kind), "initial": "home", "backBehavior": "chronological"],
      "routes": [
        "home": ["content": ["kind": "stack", "routes": ["list", "item"], "initial": "list"]],
        "more": ["content": ["kind": "drawer", "routes": ["one", "two"]]],
        "list": [:], "item": [:], "one": [:], "two": [:], "alert": ["as": "alert"], "form": ["as": "sheet"],
      ],
    ]).app
  }
}
