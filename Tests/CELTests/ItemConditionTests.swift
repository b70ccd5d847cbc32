import CEL
import JSON
import Testing

@Suite("Conditions on items")
struct ItemConditionTests {
  private let environment = CELEnvironment(["args": .dynamic])

  private func indexes(_ source: String, _ items: [JSONValue]) throws -> [Int] {
    var bindings = environment.bindings
    bindings["args"] = CELValue(["id": 2])
    var budget = EvaluationBudget()
    let condition = try CELItemCondition(source, in: environment)
    return try items.indices.filter { try condition.holds(for: CELValue(items[$0]), at: $0, bindings, &budget) }
  }

  @Test("A condition on items has the item and an optional index as variables")
  func variables() throws {
    #expect(try indexes("i, v: v.id == args.id", [["id": 1], ["id": 2]]) == [1])
    #expect(try indexes("i, v: i > 0", ["a", "b", "c"]) == [1, 2])
    #expect(try indexes("v: [2].exists(x, x == v)", [1, 2]) == [1])
  }

  @Test(
    "A fault in a condition on items is reported with its column",
    arguments: [
      ("v.id == 1", "\".\" where \":\" and a condition is expected (column 2)"),
      ("i, v: vv", "unknown variable vv (column 7)"),
      ("v: 'a'", "the result must be a bool, not a string (column 4)"),
      ("1: true", "\"1\" where the name of a variable is expected (column 1)"),
    ])
  func faults(source: String, expected: String) throws {
    let error = try #require(throws: ExpressionFault.self) { try CELItemCondition(source, in: environment) }
    #expect(error.description == expected)
  }
}
