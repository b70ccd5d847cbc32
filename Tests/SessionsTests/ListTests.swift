import Apps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("The app list as time passes")
struct ListTests {
  let rehearsal = Rehearsal(apps: [List.app])

  private func select(_ row: JSONValue) -> Action { Action("setNavigation", ["selection": row]) }

  /// A session that was asked for the second row's count.
  private func loading() throws -> SessionID {
    let id = try rehearsal.session(List.app)
    send(select("r2"), to: id)
    return id
  }

  private func send(_ action: Action, to id: SessionID) {
    rehearsal.send(action, to: id)
    rehearsal.journal.settle()
  }

  @Test("a count is there a second after it was selected, and not a millisecond earlier")
  func loads() throws {
    let wakeup = rehearsal.wakeup()
    let id = try loading()
    rehearsal.advance(999, wakeup)
    #expect(try rehearsal.top(id).state == .null)
    #expect(rehearsal.send(Action("increment"), to: id).answer == "refused loading")
    rehearsal.advance(1, wakeup)
    #expect(try rehearsal.top(id).state == ["count": 42])
    #expect(
      rehearsal.log(id).last
        == #"timer {"type":"screen","id":"a2","action":{"type":"loaded","count":42}}"#)
    send(Action("increment"), to: id)
    send(Action("goBack"), to: id)
    #expect(try rehearsal.rows(id) == [1, 43, 100])
  }

  @Test("another row cancels the first load; only the second count arrives", arguments: ["r2", "r3"])
  func other(row: String) throws {
    let wakeup = rehearsal.wakeup()
    let id = try loading()
    rehearsal.advance(600, wakeup)
    send(select(.string(row)), to: id)
    let screen = try rehearsal.top(id)
    #expect(try rehearsal.timers(id).map { $0["screen"] } == [.string(screen.id)])
    rehearsal.advance(400, wakeup)
    #expect(try rehearsal.top(id) == screen)
    rehearsal.advance(600, wakeup)
    #expect(try rehearsal.top(id).state == ["count": row == "r2" ? 42 : 100])
    #expect(rehearsal.log(id).count { $0.hasPrefix("timer") } == 1)
    #expect(try rehearsal.rows(id) == [1, 42, 100])
  }

  @Test(
    "going back cancels the load and leaves the row as it was",
    arguments: [
      Action("setNavigation", ["selection": nil]), Action("pop"), Action("goBack"),
      Action("setNavigation", ["selection": nil, "source": "a1"]),
    ])
  func back(action: Action) throws {
    let wakeup = rehearsal.wakeup()
    let id = try loading()
    send(action, to: id)
    #expect(try rehearsal.timers(id) == [])
    rehearsal.advance(10_000, wakeup)
    #expect(try rehearsal.top(id).state == ListState().json)
    #expect(rehearsal.log(id).count == 2)
  }

  @Test("a row that is not there leaves the load as it is")
  func noSuchRow() throws {
    let wakeup = rehearsal.wakeup()
    let id = try loading()
    #expect(rehearsal.send(select("r4"), to: id).answer == "refused no-such-row")
    rehearsal.advance(1_000, wakeup)
    #expect(try rehearsal.top(id).state == ["count": 42])
  }

  @Test("a client can neither hasten a load nor forge one")
  func forged() throws {
    let id = try loading()
    for type in ["load", "loaded"] {
      #expect(rehearsal.send(Action(type, ["count": 7]), to: id).answer == "refused unknown-action /type")
    }
  }

  @Test("after a restart within the second the load still completes, once")
  func restart() throws {
    let id = try loading()
    rehearsal.clock.advance(500)
    let after = Rehearsal(after: rehearsal)
    let wakeup = after.wakeup()
    after.advance(0, wakeup)
    #expect(try after.timers(id).count == 1)
    after.advance(500, wakeup)
    #expect(try after.top(id).state == ["count": 42])
    after.advance(10_000, wakeup)
    #expect(after.log(id).count { $0.hasPrefix("timer") } == 1)
  }
}

extension Rehearsal {
  /// The screen that the user sees.
  fileprivate func top(_ id: SessionID) throws -> Screen {
    try store(id).state.withLock { $0.draft.tree.current }
  }

  /// The counts of the list's rows.
  fileprivate func rows(_ id: SessionID) throws -> [JSONValue?] {
    let list = try store(id).state.withLock { $0.draft.tree.root.screens[0] }
    return list.state["rows"]?.arrayValue?.map { $0["count"] } ?? []
  }
}
