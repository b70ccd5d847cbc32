import Reduction
import Testing

@Suite("Store.scope to a present optional and to an element")
struct StorePartTests {
  struct Sheet: Equatable, Sendable { var numbers: [Int]? }

  /// Removes the numbers on `cancel`.
  let sheet = Store(
    initialState: Sheet(numbers: [1]),
    reducer: Reducer<Sheet, Step, Void> { sheet, step, _ in
      if case .cancel = step { sheet.numbers = nil }
      return .none
    }.ifLet(\.numbers, action: .self, environment: { $0 }, then: steps))
  let list = Store(initialState: Todos(items: [Todo(id: 1), Todo(id: 2)]), reducer: todos)

  @Test("A present optional has a store of its value, and an absent one none")
  func optional() throws {
    let numbers = try #require(sheet.scope(ifLet: \.numbers, action: .self))
    try numbers.send(.add(2))
    #expect(numbers.state == [1, 2])
    try sheet.send(.cancel("removes"))
    #expect(sheet.scope(ifLet: \.numbers, action: .self) == nil)
    #expect(sheet.scope(ifLet: { $0.numbers }, action: { (step: Step) in step }) == nil)
  }

  @Test("The store of a removed part keeps its last state, and its actions are refused")
  func removedOptional() throws {
    let numbers = try #require(sheet.scope(ifLet: \.numbers, action: .self))
    let seen = Log<[Int]>()
    let subscription = numbers.subscribe { seen.append($0) }
    try sheet.send(.add(2))
    #expect(numbers.state == [1, 2])
    try sheet.send(.cancel("removes"))
    #expect(numbers.state == [1, 2])
    #expect(throws: Refusal.stateAbsent) { try numbers.send(.add(3)) }
    #expect(seen.entries == [[1], [1, 2]])
    subscription.cancel()
  }

  @Test("An element has a store of its own, whatever its position, and an absent one none")
  func element() throws {
    let second = try #require(list.scope(state: \.items, id: 2, action: .item))
    try list.send(.item(id: 1, action: .delete))
    try second.send(.toggle)
    #expect(second.state == Todo(id: 2, isDone: true))
    #expect(list.state.items == [second.state])
    #expect(list.scope(state: \.items, id: 1, action: .item) == nil)
  }

  @Test("An element's store can be made by a case of the actions, and refuses actions after the removal")
  func removedElement() throws {
    let made = list.scope(state: { $0.items }, id: 1, action: TodosAction.item)
    let first = try #require(made)
    let states = Log<Todo>()
    let subscription = first.subscribe { states.append($0) }
    try first.send(.toggle)
    try first.send(.delete)
    #expect(throws: Refusal.stateAbsent) { try first.send(.toggle) }
    #expect(first.state == Todo(id: 1, isDone: true))
    #expect(states.entries == [Todo(id: 1), Todo(id: 1, isDone: true)])
    subscription.cancel()
  }

  @Test("Subscribers of a part receive the routes of the whole store")
  func routes() throws {
    let numbers = try #require(sheet.scope(ifLet: \.numbers, action: .self))
    let notes = Log<Note>()
    let subscription = numbers.subscribeRoutes(Note.self) { notes.append($0) }
    try sheet.send(.output("from the whole"))
    try numbers.send(.output("from the part"))
    #expect(notes.entries == ["from the whole", "from the part"])
    subscription.cancel()
  }
}
