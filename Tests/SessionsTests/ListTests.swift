import ExampleApps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Timed loads of the app `list`")
struct ListTests {
  let harness = SessionsHarness(apps: [List.app])

  private func select(_ row: JSONValue) -> Action { Action("setNavigation", ["selection": row]) }

  /// A session that is loading the count of the second row.
  private func loading() throws -> SessionID {
    let id = try harness.session(List.app)
    send(select("r2"), to: id)
    return id
  }

  private func send(_ action: Action, to id: SessionID) {
    harness.send(action, to: id)
    harness.journal.settle()
  }

  @Test("The app `list` shows a count exactly one second after the selection of its row")
  func loads() throws {
    let wakeup = harness.wakeup()
    let id = try loading()
    harness.advance(999, wakeup)
    #expect(try harness.top(id).state == .null)
    #expect(harness.send(Action("increment"), to: id).answer == "refused loading")
    harness.advance(1, wakeup)
    #expect(try harness.top(id).state == ["count": 42])
    #expect(
      harness.log(id).last
        == #"timer {"type":"screen","id":"a2","action":{"type":"loaded","count":42}}"#)
    send(Action("increment"), to: id)
    send(Action("goBack"), to: id)
    #expect(try harness.rows(id) == [1, 43, 100])
  }

  @Test(
    "The app `list` cancels a load when a row is selected during the load",
    arguments: ["r2", "r3"])
  func other(row: String) throws {
    let wakeup = harness.wakeup()
    let id = try loading()
    harness.advance(600, wakeup)
    send(select(.string(row)), to: id)
    let screen = try harness.top(id)
    #expect(try harness.timers(id).map { $0["screen"] } == [.string(screen.id)])
    harness.advance(400, wakeup)
    #expect(try harness.top(id) == screen)
    harness.advance(600, wakeup)
    #expect(try harness.top(id).state == ["count": row == "r2" ? 42 : 100])
    #expect(harness.log(id).count { $0.hasPrefix("timer") } == 1)
    #expect(try harness.rows(id) == [1, 42, 100])
  }

  @Test(
    "The app `list` cancels a load on a return to the list and leaves the rows unchanged",
    arguments: [
      Action("setNavigation", ["selection": nil]), Action("pop"), Action("goBack"),
      Action("setNavigation", ["selection": nil, "source": "a1"]),
    ])
  func back(action: Action) throws {
    let wakeup = harness.wakeup()
    let id = try loading()
    send(action, to: id)
    #expect(try harness.timers(id) == [])
    harness.advance(10_000, wakeup)
    #expect(try harness.top(id).state == ListState().json)
    #expect(harness.log(id).count == 2)
  }

  @Test("The app `list` continues a load when the selection of a missing row is refused")
  func noSuchRow() throws {
    let wakeup = harness.wakeup()
    let id = try loading()
    #expect(harness.send(select("r4"), to: id).answer == "refused no-such-row")
    harness.advance(1_000, wakeup)
    #expect(try harness.top(id).state == ["count": 42])
  }

  @Test("The app `list` refuses load actions that clients send")
  func forged() throws {
    let id = try loading()
    for type in ["load", "loaded"] {
      #expect(harness.send(Action(type, ["count": 7]), to: id).answer == "refused unknown-action /type")
    }
  }

  @Test("The app `list` completes a load once after a restart during the load")
  func restart() throws {
    let id = try loading()
    harness.clock.advance(500)
    let after = SessionsHarness(after: harness)
    let wakeup = after.wakeup()
    after.advance(0, wakeup)
    #expect(try after.timers(id).count == 1)
    after.advance(500, wakeup)
    #expect(try after.top(id).state == ["count": 42])
    after.advance(10_000, wakeup)
    #expect(after.log(id).count { $0.hasPrefix("timer") } == 1)
  }
}

extension SessionsHarness {
  /// The current screen.
  fileprivate func top(_ id: SessionID) throws -> Screen {
    try store(id).state.withLock { $0.draft.tree.current }
  }

  /// The counts of the list's rows.
  fileprivate func rows(_ id: SessionID) throws -> [JSONValue?] {
    let list = try store(id).state.withLock { $0.draft.tree.root.screens[0] }
    return list.state["rows"]?.arrayValue?.map { $0["count"] } ?? []
  }
}
