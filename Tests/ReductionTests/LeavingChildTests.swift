import Reduction
import ReductionTesting
import Testing

@Suite("Effects of a removed child")
struct LeavingChildTests {
  private static let list = Reducer<Todos, TodosAction, Void> { list, action, _ in
    switch action {
    case .clear: list.items = []
    case .item(let id, .delete): list.items.remove(id: id)
    case .item: break
    }
    return .none
  }

  private func todos(under scope: EffectID?) -> TestStore<Todos, TodosAction, Void> {
    let reducer = Self.list.forEach(
      \.items, action: .item, environment: { $0 }, effectsUnder: scope, element: todo)
    return TestStore(
      Todos(items: [Todo(id: 1), Todo(id: 2), Todo(id: 3)]), reducer: reducer, environment: (), report: record)
  }

  @Test("The reducer `forEach` cancels the effects of a removed element and of no other")
  func element() {
    let store = todos(under: "todos")
    store.send(.item(id: 1, action: .remindLater))
    store.send(.item(id: 2, action: .remindLater))
    store.send(.item(id: 1, action: .delete)) { $0.items = [Todo(id: 2), Todo(id: 3)] }
    store.expectCancelled("todos/1/remind 1")
    store.advance(by: .seconds(60))
    store.receive(.item(id: 2, action: .toggle)) { $0.items[id: 2]?.isDone = true }
    store.finish()
  }

  @Test("The reducer `forEach` cancels the effects of all elements when all are removed")
  func allElements() {
    let store = todos(under: "todos")
    store.send(.item(id: 1, action: .remindLater))
    store.send(.item(id: 3, action: .remindLater))
    store.send(.clear) { $0.items = [] }
    store.expectCancelled("todos/1/remind 1")
    store.expectCancelled("todos/3/remind 3")
    store.finish()
  }

  @Test("Without a scope, the effects of a removed element fire and their actions are refused")
  func unscoped() {
    let store = todos(under: nil)
    store.send(.item(id: 1, action: .remindLater))
    store.send(.item(id: 1, action: .delete)) { $0.items = [Todo(id: 2), Todo(id: 3)] }
    store.advance(by: .seconds(60))
    store.receive(.item(id: 1, action: .toggle))
    store.expectRefusal(code: "state-absent")
    store.finish()
  }

  private struct Sheet: Equatable {
    var page: Page?
  }

  /// Removes the page on `close`.
  private static let sheet = Reducer<Sheet, PageAction, Void> { sheet, action, _ in
    if action == .close { sheet.page = nil }
    return .none
  }.ifLet(\.page, action: .self, environment: { $0 }, effectsUnder: "page", then: page)

  @Test("The reducer `ifLet` cancels the child's effects when an action makes its state absent")
  func optional() {
    let store = TestStore(Sheet(page: Page(id: "a")), reducer: Self.sheet, environment: (), report: record)
    store.send(.load)
    store.send(.edit("x")) { $0.page?.text = "x" }
    store.expectDelayed(.loaded, id: "page/load", after: .seconds(1))
    store.send(.close) { $0.page = nil }
    store.expectCancelled("page/load")
    store.send(.load)
    store.expectRefusal(code: "state-absent")
    store.finish()
  }

  private static let route = Reducer<FlowRoute, PageAction, Void> { route, action, _ in
    if action == .close { route = .second }
    return .none
  }.ifCaseLet(.first, action: .self, environment: { $0 }, effectsUnder: "first", then: page)

  @Test("The reducer `ifCaseLet` cancels the child's effects when the state becomes another case")
  func otherCase() {
    let store = TestStore(FlowRoute.first("a"), reducer: Self.route, environment: (), report: record)
    store.send(.load)
    store.expectDelayed(.loaded, id: "first/load", after: .seconds(1))
    store.send(.chain([.load, .close, .load]))
    store.receive(.load)
    store.expectCancelled("first/load")
    store.receive(.close) { $0 = .second }
    store.expectCancelled("first/load")
    store.finish()
  }
}
