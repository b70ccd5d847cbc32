import JSON
import Testing

@testable import CEL

@Suite("Evaluation steps of large values")
struct CostTests {
  @Test(
    "A long key, time zone, schedule, duration or format exhausts the evaluation steps",
    arguments: [
      "k in m", "m[k] == 1", "timestamp(0).getHours(k) == 0", "duration(k) == k", "k.format([]) == k", "int(k)",
      "timestamp(0).next(k, 'UTC') == 0", "timestamp(0).next('* * * * *', k) == 0",
      "'a'.split(k)", "'a'.replace(k, '')",
    ])
  func longText(source: String) throws {
    let environment = CELEnvironment.unchecked(["m", "k"])
    var bindings = environment.bindings
    bindings["m"] = CELValue(["a": 1])
    bindings["k"] = CELValue(.string(String(repeating: "a", count: 400_000)))
    let expression = try CELExpression(source, in: environment)
    var budget = EvaluationBudget(steps: 5_000)
    #expect(throws: EvaluationError.self) { try expression.evaluate(bindings, &budget) }
    #expect(budget.steps == 0)
  }

  @Test(
    "A result costs steps for all its parts, including repeated ones",
    arguments: ["l.map(x, l)", "l.map(x, {'a': l})", "{'a': [l, l, l].map(x, l.map(y, l))}", "[m, [m, l.map(x, m)]]"])
  func repeatedParts(source: String) throws {
    let environment = CELEnvironment.unchecked(["l", "m"])
    var bindings = environment.bindings
    bindings["l"] = CELValue(.array(Array(repeating: 1, count: 1_000)))
    bindings["m"] = CELValue(["a": .array(Array(repeating: 1, count: 1_000))])
    let expression = try CELExpression(source, in: environment)
    var budget = EvaluationBudget()
    #expect(throws: EvaluationError.self) { try expression.evaluate(bindings, &budget) }
    #expect(budget.steps == 0)
  }

  @Test("A large value can be returned within the budget of steps")
  func largeValue() throws {
    let environment = CELEnvironment.unchecked(["l", "s"])
    var bindings = environment.bindings
    bindings["l"] = CELValue(.array(Array(repeating: 1, count: 200_000)))
    bindings["s"] = CELValue(.string(String(repeating: "a", count: 1 << 20)))
    for source in ["l", "{'a': l}", "s"] {
      var budget = EvaluationBudget()
      _ = try CELExpression(source, in: environment).evaluate(bindings, &budget)
    }
  }
}
