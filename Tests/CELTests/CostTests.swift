import JSON
import Testing

@testable import CEL

@Suite("The evaluation steps of long texts")
struct CostTests {
  @Test(
    "A long key, time zone, duration or format takes steps in proportion to its length",
    arguments: ["k in m", "m[k] == 1", "timestamp(0).getHours(k) == 0", "duration(k) == k", "k.format([]) == k"])
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
}
