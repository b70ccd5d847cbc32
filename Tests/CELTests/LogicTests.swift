import Testing

@Suite("Logical operators")
struct LogicTests {
  @Test(
    "A logical operator ignores an error of one operand when the other decides",
    arguments: [
      ("true || 1 / 0 > 0", "bool true"), ("1 / 0 > 0 || true", "bool true"), ("false && 1 / 0 > 0", "bool false"),
      ("1 / 0 > 0 && false", "bool false"), ("'a' || true", "bool true"), ("unknown && false", "bool false"),
      ("f(1) || 1 / 0 > 0 || true", "bool true"),
    ])
  func absorption(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "A logical operator fails with the first error when no operand decides",
    arguments: [
      ("false || 1 / 0 > 0", "division by zero (column 12)"),
      ("true && unknown", "unknown variable unknown (column 9)"),
      ("1 / 0 > 0 || unknown", "division by zero (column 3)"),
      ("'a' && true", "a condition must be a bool, not string (column 1)"),
      ("1 ? 2 : 3", "a condition must be a bool, not int (column 1)"),
    ])
  func failures(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test("A conditional evaluates only one branch")
  func branches() {
    #expect(result(of: "true ? 1 : 1 / 0") == "int 1")
    #expect(result(of: "false ? 1 / 0 : 'other'") == "string \"other\"")
  }
}
