import Reduction
import Testing

@Suite("IdentifiedArray")
struct IdentifiedArrayTests {
  typealias Todos = IdentifiedArray<Todo>

  let three: Todos = [Todo(id: 1), Todo(id: 2), Todo(id: 3)]

  /// Expects these ids in this order, and that each id leads to its element.
  func expectConsistent(_ todos: Todos, _ ids: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(todos.ids == ids, sourceLocation: sourceLocation)
    for (place, id) in ids.enumerated() {
      #expect(todos.index(id: id) == place, sourceLocation: sourceLocation)
      #expect(todos[id: id]?.id == id, sourceLocation: sourceLocation)
    }
  }

  @Test("IdentifiedArray keeps the order of its elements and finds each by its id")
  func order() {
    expectConsistent(three, [1, 2, 3])
    #expect(three[id: 4] == nil)
    #expect(three.index(id: 4) == nil)
    #expect(Array(three) == [Todo(id: 1), Todo(id: 2), Todo(id: 3)])
  }

  @Test("Setting an element by id replaces, appends or removes it")
  func set() {
    var todos = three
    todos[id: 2] = Todo(id: 2, text: "two")
    expectConsistent(todos, [1, 2, 3])
    #expect(todos[1].text == "two")
    todos[id: 4] = Todo(id: 4)
    expectConsistent(todos, [1, 2, 3, 4])
    todos[id: 1] = nil
    todos[id: 9] = nil
    expectConsistent(todos, [2, 3, 4])
    todos[id: 3]?.isDone = true
    #expect(todos[id: 3]?.isDone == true)
  }

  @Test("An element is inserted at any index unless its id is present")
  func insert() {
    var todos = three
    let added = [
      todos.insert(Todo(id: 4), at: 0), todos.insert(Todo(id: 5), at: 4), todos.append(Todo(id: 1, text: "second")),
    ]
    #expect(added == [true, true, false])
    expectConsistent(todos, [4, 1, 2, 3, 5])
    #expect(todos[id: 1]?.text == "")
  }

  @Test("Elements are removed by id, by index and by condition")
  func remove() {
    var todos = three
    let removed = [todos.remove(id: 2), todos.remove(id: 2)]
    #expect(removed == [Todo(id: 2), nil])
    expectConsistent(todos, [1, 3])
    let first = todos.remove(at: 0)
    #expect(first == Todo(id: 1))
    expectConsistent(todos, [3])
    todos = three
    todos.removeAll { $0.id != 3 }
    expectConsistent(todos, [3])
    #expect(todos.index(id: 1) == nil)
  }

  @Test("An error while elements are removed leaves each id with its element")
  func failedRemoval() {
    struct Failure: Error {}
    var todos = three
    #expect(throws: Failure.self) {
      try todos.removeAll { todo in
        if todo.id == 3 { throw Failure() }
        return todo.id == 1
      }
    }
    expectConsistent(todos, todos.ids)
  }

  @Test("Updating changes an element at its index and returns nil for an absent id")
  func update() {
    var todos = three
    let updated = [
      todos.update(id: 3) { todo in
        todo.text = "three"
        return todo.id
      },
      todos.update(id: 4, \.id),
    ]
    #expect(updated == [3, nil])
    #expect(todos == [Todo(id: 1), Todo(id: 2), Todo(id: 3, text: "three")])
  }

  @Test("Identified arrays are equal when they hold equal elements in the same order")
  func equality() {
    var todos = three
    todos[id: 1] = nil
    todos.insert(Todo(id: 1), at: 0)
    #expect(todos == three)
    #expect([Todo(id: 1), Todo(id: 2)] as Todos != [Todo(id: 2), Todo(id: 1)])
  }

  @Test("A duplicate id and a change of an element's id stop the process")
  func faults() async {
    await #expect(processExitsWith: .failure) { _ = [Todo(id: 1), Todo(id: 1)] as Todos }
    await #expect(processExitsWith: .failure) {
      var todos: Todos = [Todo(id: 1)]
      todos[id: 1] = Todo(id: 2)
    }
    await #expect(processExitsWith: .failure) {
      var todos: Todos = [Todo(id: 1)]
      _ = todos.update(id: 1) { $0 = Todo(id: 2) }
    }
  }
}
