import CEL
import JSON
import Testing

@Suite("Templates")
struct TemplateTests {
  private let environment = CELEnvironment(["data": .dynamic, "now": .timestamp])
  private var bindings: CELBindings {
    var bindings = environment.bindings
    bindings["data"] = CELValue(["n": 5, "s": "te\"xt", "d": 2.0, "list": [1, "a"], "none": nil])
    bindings["now"] = CELTimestamp(milliseconds: 0).map { .timestamp($0) }
    return bindings
  }

  @Test(
    "A template is the value of its only expression, or a string with the values as text",
    arguments: [
      ("${data.n}", "5"), ("${data.list}", #"[1,"a"]"#), ("${data.none}", "null"), ("${data.d}", "2.0"),
      ("${now}", #""1970-01-01T00:00:00Z""#),
      ("n = ${data.n}, s = ${data.s}", #""n = 5, s = te\"xt""#), ("<${data.list}${data.none}>", #""<[1,\"a\"]null>""#),
      ("${data.d} ", #""2.0 ""#),
      ("at ${now}", #""at 1970-01-01T00:00:00Z""#), ("<${'}' + data.s}>", #""<}te\"xt>""#),
      ("${ {'a': {'b': 1}}.a.b } !", #""1 !""#), ("$${data.n}", #""${data.n}""#),
      ("$$${data.n}", #""$${data.n}""#), ("$5 and $", #""$5 and $""#), ("", #""""#), ("plain", #""plain""#),
      ("${ data.n }", "5"),
    ])
  func values(text: String, expected: String) throws {
    var budget = EvaluationBudget()
    let value = try CELTemplate(text, in: environment).evaluate(bindings, &budget)
    #expect(value.json.text == expected)
  }

  @Test(
    "A fault of a template gives the column inside the expression",
    arguments: [
      ("abc ${data.n +}", "\"}\" where a value is expected (column 9)"),
      ("a ${1} b ${zz}", "unknown variable zz (column 1)"),
      ("${data", "the end of the expression where an operator or \"}\" is expected (column 5)"),
      ("${}", "\"}\" where a value is expected (column 1)"),
      ("é ${'a", "the string has no closing ' (column 1)"),
    ])
  func faults(text: String, expected: String) throws {
    let error = try #require(throws: ExpressionFault.self) { try CELTemplate(text, in: environment) }
    #expect(error.description == expected)
  }

  @Test("A template gives its constant, its type and its expressions")
  func properties() throws {
    #expect(try CELTemplate("$${x}", in: environment).constant == "${x}")
    #expect(try CELTemplate("a ${1}", in: environment).constant == nil)
    #expect(try CELTemplate("a ${1}", in: environment).type == .string)
    #expect(try CELTemplate("${1}", in: environment).type == .int)
    #expect(
      try CELTemplate("${ data.n } ${data.s}", in: environment).expressions.map(\.source) == [" data.n ", "data.s"])
  }

  @Test("Templates at any depth of a value are evaluated")
  func nested() throws {
    let json: JSONValue = ["id": "${data.n}", "list": ["a", "${data.s}!"], "n": 1, "constant": ["x": "y"]]
    let template = CELValueTemplate(json, in: environment) { _, fault in Issue.record("\(fault)") }
    var budget = EvaluationBudget()
    #expect(
      try template.evaluate(bindings, &budget) == ["id": 5, "list": ["a", "te\"xt!"], "n": 1, "constant": ["x": "y"]])
    #expect(CELValueTemplate(["a": ["$${b}"]], in: environment) { _, _ in }.constant == ["a": ["${b}"]])
  }

  @Test("A fault of a nested template gives its place in the value")
  func nestedFaults() {
    var faults: [String] = []
    _ = CELValueTemplate(["a": ["${1 +}", "${zz}"]], in: environment) { faults.append("\($0): \($1)") }
    #expect(faults == ["/a/0: \"}\" where a value is expected (column 4)", "/a/1: unknown variable zz (column 1)"])
  }
}
