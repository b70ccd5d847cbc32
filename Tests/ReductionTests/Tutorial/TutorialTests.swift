import Foundation
import Reduction
import ReductionTesting
import Testing

/// The statements and examples of docs/reduction.md that have no test of their own.
@Suite("The document on Reduction")
struct TutorialTests {
  @Test("Each block of code in the document is a file of this folder")
  func document() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let document = folder.appending(path: "../../../docs/reduction.md").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let texts = Set(try files.map { try String(contentsOf: $0, encoding: .utf8) })
    let blocks = try String(contentsOf: document, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count > 10)
    for block in blocks {
      let text = try #require(block.components(separatedBy: "```\n").first)
      #expect(texts.contains(text), "No file in \(folder.path) is this block.")
    }
  }

  @Test("The next screen starts with the count, and the first keeps its own")
  func screens() throws {
    let navigation = Navigation()
    navigation.push(Builder.build(count: 41, in: navigation))
    try navigation.screens[0].store.send(.increment)
    try navigation.screens[0].store.send(.push)
    try navigation.screens[1].store.send(.increment)
    #expect(navigation.screens.map(\.store.state.count) == [42, 43])
  }

  @Test("Two buttons tell one display their counts")
  func messages() throws {
    let mail = Mail()
    let screen = Store(initialState: 0, reducer: display)
    mail.open("display") { message in
      guard let counted = message as? Counted else { return }
      do throws(Refusal) {
        try screen.send(counted)
      } catch {
        Issue.record(error)
      }
    }
    let buttons = [5, 1].map { Store(initialState: $0, reducer: button, sender: mail) }
    for button in buttons { try button.send(()) }
    #expect(screen.state == 6)
  }

  @Test("A transition builds a fresh screen, also of the same colour")
  func transitions() throws {
    let router = Router()
    router.transition(to: .red)
    let red = try #require(router.current)
    try red.send(.didTapTransitionButton(to: .red))
    #expect(router.current?.state == .red)
    #expect(router.current !== red)
    try router.current?.send(.didTapTransitionButton(to: .blue))
    let refusal = #expect(throws: Refusal.self) { try router.current?.send(.didTapTransitionButton(to: .green)) }
    #expect(refusal?.detail == "From blue the user can go to red.")
    #expect(router.current?.state == .blue)
  }

  @Test("Wrong offsets are refused, and nothing is deleted")
  func offsets() {
    let todos = IdentifiedArray(uniqueElements: (1...3).map { TodoItemState(id: $0, description: "\($0)") })
    let store = TestStore(
      TodoListState(todos: todos), reducer: todoListReducer, environment: TodoEnvironment(newID: { 9 }),
      report: record)
    store.send(.deleteTodo([0, 3]))
    store.expectRefusal(code: "no-such-offset")
    store.send(.deleteTodo([0, 2])) { $0.todos = [TodoItemState(id: 2, description: "2")] }
    store.send(.addTodo)
    store.send(.updateNewTodoDescription("Bread")) { $0.newTodoDescription = "Bread" }
    store.send(.addTodo) {
      $0.todos.append(TodoItemState(id: 9, description: "Bread"))
      $0.newTodoDescription = ""
    }
    store.finish()
  }

  @Test("Another selection and going back cancel the load")
  func cancel() {
    let store = TestStore(
      NavigateAndLoadListState(), reducer: navigateAndLoadListReducer, environment: (), report: record)
    store.send(.setNavigation(selection: "a")) { $0.selection = Identified(nil, id: "a") }
    store.send(.setNavigation(selection: "c")) { $0.selection = Identified(nil, id: "c") }
    store.expectCancelled("load")
    store.expectDelayed(.setNavigationSelectionDelayCompleted, id: "load", after: .seconds(1))
    store.send(.setNavigation(selection: nil)) { $0.selection = nil }
    store.expectCancelled("load")
    store.finish()
  }

  @Test("A view shows the counter once it is loaded")
  func ifLet() throws {
    let scheduler = ManualScheduler()
    let store = Store(
      initialState: NavigateAndLoadListState(), reducer: navigateAndLoadListReducer, scheduler: scheduler)
    try store.send(.setNavigation(selection: "c"))
    #expect(store.scope(ifLet: \.selection?.value, action: NavigateAndLoadListAction.counter) == nil)
    let loading = store.scope(state: \.selection?.value, action: NavigateAndLoadListAction.counter)
    #expect(loading.state == nil)
    scheduler.advance(by: .seconds(1))
    let made = store.scope(ifLet: \.selection?.value, action: NavigateAndLoadListAction.counter)
    let counter = try #require(made)
    try counter.send(.decrement)
    #expect(counter.state.count == 99)
  }

  @Test("A modal router has a stack of its own, in which `second` is unique")
  func modal() throws {
    let store = Store(initialState: MyRouter(), reducer: MyRouter.reducer)
    try store.send(.openModal)
    try store.send(.route(id: "modal", action: .modal(.openSecond)))
    let inner = MyRouter(navigation: NavigationState(stack: [.second]))
    #expect(store.state == MyRouter(navigation: NavigationState(modal: .modal(inner))))
    let again = #expect(throws: Refusal.self) {
      try store.send(.route(id: "modal", action: .modal(.openSecond)))
    }
    #expect(again?.code == "duplicate")
  }
}
