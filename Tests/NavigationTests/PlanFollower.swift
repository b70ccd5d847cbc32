import JSON
import Testing

@testable import Navigation

/// A client that follows plans. It reads the tree and the steps as JSON, and has no reducer.
struct PlanFollower {
  private(set) var root: Container

  init(_ root: Container) throws {
    self.root = try Container(stored: JSONValue(parsing: root.json))
  }

  mutating func follow(_ plan: Plan) throws {
    let steps = try #require(try JSONValue(parsing: plan.json).arrayValue)
    for step in steps { try follow(step) }
  }

  private mutating func follow(_ step: JSONValue) throws {
    let name = try #require(step["step"]?.stringValue)
    guard let container = step["container"]?.stringValue else { return try replaceMembers(step, name) }
    let index = Int(step["index"]?.integerValue ?? -1)
    switch name {
    case "push":
      let screen = try Screen(stored: #require(step["screen"]))
      try change(container) { $0.screens.insert(screen, at: index) }
    case "pop":
      try change(container) { container in
        let removed = container.screens.remove(at: index)
        #expect(removed.id == step["id"]?.stringValue)
      }
    case "present":
      let presented = try Presented(stored: step)
      try change(container) { $0.presented.insert(presented, at: index) }
    case "dismiss":
      try change(container) { container in
        let dismissed = container.presented.remove(at: index)
        #expect(dismissed.screen.id == step["id"]?.stringValue)
      }
    case "select": try select(step, in: container, index)
    case "replace": try replace(step, in: container, index)
    default: Issue.record("unknown step: \(name)")
    }
  }

  private mutating func select(_ step: JSONValue, in container: Container.ID, _ index: Int) throws {
    if let to = step["to"]?.integerValue {
      return try change(container) { $0.screens.insert($0.screens.remove(at: index), at: Int(to)) }
    }
    let isOpen = try #require(step["open"] as JSONValue?) == true
    let history = try #require(step["history"] as JSONValue?)
    let visits = [Visit](membersOf: ["history": history, "historyParams": step["historyParams"] ?? []])
    let all = step["visits"]?.arrayValue?.compactMap(\.stringValue)
    try change(container) {
      $0.take(Container.Focus(selected: index, history: visits, isOpen: isOpen, visits: all))
    }
  }

  private mutating func replace(_ step: JSONValue, in container: Container.ID, _ index: Int) throws {
    if let new = step["with"] {
      let new = try Container(stored: new)
      return try change(container) { $0 = new }
    }
    let screen = try Screen(stored: #require(step["screen"]))
    try change(container) { container in
      #expect(container.screens[index].id == step["id"]?.stringValue)
      container.screens[index] = screen
    }
  }

  private mutating func replaceMembers(_ step: JSONValue, _ name: String) throws {
    #expect(name == "replace")
    let id = try #require(step["id"]?.stringValue)
    let isFound = root.change(screen: id) { screen in
      if case .object(let params)? = step["params"] { screen.params = params }
      if let former = step["formerParams"]?.arrayValue { screen.formerParams = former.compactMap(\.objectValue) }
      if let state = step["state"] { screen.state = state }
    }
    #expect(isFound, "step for an absent screen: \(id)")
  }

  private mutating func change(_ id: Container.ID, _ body: (inout Container) -> Void) throws {
    let isFound = root.change(id, body)
    #expect(isFound, "step for an absent container: \(id)")
  }
}
