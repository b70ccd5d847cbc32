import CEL
import JSON
import Testing

@Suite("Limits of expressions")
struct LimitTests {
  @Test("An expression may have 16 levels of brackets, without counting chains")
  func levels() {
    #expect(result(of: nested("[", "1", "]", 16)).hasPrefix("list"))
    #expect(
      result(of: nested("[", "1", "]", 17)) == "the expression is nested deeper than 16 levels; divide it (column 1)")
    #expect(result(of: nested("(1 + ", "1", ")", 16)) == "int 17")
    #expect(result(of: nested("(1 + ", "1", ")", 18)).contains("deeper than 16 levels"))
    #expect(result(of: nested("(", "7", ")", 32)) == "int 7")
    #expect(result(of: nested("(", "7", ")", 10_000)).contains("deeper than 16 levels"))
    #expect(result(of: nested("!", "true", "", 100)) == "bool true")
    #expect(result(of: nested("true ? true : ", "false", "", 100)) == "bool true")
  }

  @Test("A result may have 960 levels of lists and maps, so that it can be written and parsed again")
  func resultLevels() throws {
    let list = try JSONValue(parsing: nested("[", "1", "]", 950), maximumDepth: 2_048)
    #expect(result(of: nested("[", "x", "]", 10), ["x": list]).hasPrefix("list"))
    #expect(
      result(of: nested("[", "x", "]", 11), ["x": list])
        == "the result is nested more than 960 levels deep, the limit (column 1)")
    let map = try JSONValue(parsing: nested(#"{"a":"#, "1", "}", 2_000), maximumDepth: 2_048)
    #expect(result(of: "x", ["x": map]).contains("960 levels"))
    #expect(result(of: "x.a == x.a", ["x": map]) == "bool true")
  }

  private func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  @Test("An expression may have 1,024 parts and no more")
  func nodes() {
    let sum = (1...512).map { _ in "1" }.joined(separator: "+")
    #expect(result(of: sum) == "int 512")
    #expect(result(of: sum + "+1").hasPrefix("the expression has more than 1,024 parts; divide it"))
  }

  @Test("Expressions share a budget of steps, and an evaluation beyond it fails")
  func steps() throws {
    let items = JSONValue.array((0..<200).map { .integer($0) })
    let product = "l.map(x, l.map(y, x * y))"
    #expect(result(of: product, ["l": items]).hasPrefix("the expression takes too many evaluation steps"))
    #expect(result(of: "\(product) == [] || true", ["l": items]).hasPrefix("the expression takes too many"))
    let environment = CELEnvironment(["l": .list(.dynamic)])
    var bindings = environment.bindings
    bindings["l"] = CELValue(items)
    var budget = EvaluationBudget(steps: 1_000)
    let doubled = try CELExpression("l.map(x, x * 2)", in: environment)
    _ = try doubled.evaluate(bindings, &budget)
    // An evaluation takes one step for each 24 parts of the result.
    #expect(budget.steps == 1_000 - 1 - 2 * 200 - 201 / 24)
    _ = try doubled.evaluate(bindings, &budget)
    let error = #expect(throws: EvaluationError.self) { try doubled.evaluate(bindings, &budget) }
    #expect(error?.isTooCostly == true)
    #expect(budget.steps == 0)
  }

  @Test(
    "Repeated operations on large strings and lists exceed the evaluation steps",
    arguments: [
      "l.map(x, s + s)", "l.map(x, s.replace('a', 'bb'))", "l.map(x, s.split(''))", "l.map(x, l + l)",
      "l.map(x, '%s'.format([l]))",
      "l.map(x, l == l)", "l.map(x, s == s + '')", "l.map(x, s.matches('(a|b)*c'))", "l.map(x, s.size())",
      "l.map(x, x in l)", "l.map(x, l.map(y, s))",
    ])
  func sizes(source: String) {
    let text = JSONValue.string(String(repeating: "a", count: 10_000))
    let answer = result(of: source, ["l": .array((0..<300).map { .integer($0) }), "s": text])
    #expect(answer.hasPrefix("the expression takes too many evaluation steps"), "\(answer.prefix(200))")
  }
}
