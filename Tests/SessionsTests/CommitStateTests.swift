import ExampleApps
import JSON
import Navigation
import Reduction
import Testing

@testable import Sessions

@Suite("Data changed by an app's own reducer")
struct CommitStateTests {
  private static let app = App(
    "till", version: 1, root: ContainerDefinition(kind: .tabs, routes: ["home", "till"], initial: "home"),
    routes: [Route("home"), Route("till")],
    feature: AppFeature(
      [0, 0], parts: [.screen("till", \.[0]), .data(\.[1])], actions: ["blink", "off"],
      reducer: Reducer<[Int], LampAction, Void> { counts, action, _ in
        counts[0] += 1
        counts[1] += action == .blink ? 10 : 0
        return .none
      }, environment: ()))

  @Test("A change by an app's own reducer is one revision and is restored after a restart")
  func restart() throws {
    let harness = SessionsHarness(apps: [Self.app])
    let id = try harness.session(Self.app)
    let receipt = harness.send(Action("blink"), to: id)
    harness.commit(Action("off"), to: id)
    #expect(receipt.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    let before = try #require(harness.read(id).answer)
    #expect(before.contains(#""route":"till","params":{},"state":2}"#))
    #expect(before.contains(#""data":10"#))
    #expect(SessionsHarness(after: harness, copy: true).read(id).answer == before)

    harness.storeSnapshot(of: try harness.store(id))
    #expect(SessionsHarness(after: harness, copy: true).read(id).answer == before)
    harness.commit(Action("blink"), to: id)
    let after = try #require(harness.read(id).answer)
    #expect(after.contains(#""data":20"#))
    #expect(SessionsHarness(after: harness, copy: true).read(id).answer == after)
  }

  @Test("A change by an app's own reducer is rolled back when its commit fails")
  func failing() throws {
    let harness = SessionsHarness(apps: [Self.app])
    let id = try harness.session(Self.app)
    let before = harness.read(id).answer
    harness.send(Action("blink"), to: id)
    harness.journal.settle(failing: .unavailable("no disk"))
    #expect(harness.read(id).answer == before)
  }
}
