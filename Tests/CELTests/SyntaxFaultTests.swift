import Testing

@Suite("Syntax faults of expressions")
struct SyntaxFaultTests {
  @Test(
    "A syntax fault has a message and a column",
    arguments: [
      ("", "the end of the expression where a value is expected (column 1)"),
      ("1 +", "the end of the expression where a value is expected (column 4)"),
      ("1 2", "\"2\" where an operator or the end of the expression is expected (column 3)"),
      ("(1", "the end of the expression where \")\" is expected (column 3)"),
      ("[1 2]", "\"2\" where \",\" or \"]\" is expected (column 4)"),
      ("a = 1", "unexpected \"=\"; comparisons are \"==\", \"!=\", \"<=\" and \">=\" (column 3)"),
      ("a & b", "unexpected \"&\"; the conjunction is \"&&\" (column 3)"),
      ("'é' + #", "unexpected character \"#\" (column 7)"), ("'abc", "the string has no closing ' (column 1)"),
      ("'a\nb'", "the string has no closing ' (column 1)"),
      (#"'\q'"#, #"unknown escape "\q"; a backslash itself is "\\" (column 2)"#),
      (#"'\ud800'"#, "the escape is not a Unicode character (column 2)"),
      ("9223372036854775808", "the integer exceeds 64 bits (column 1)"),
      ("1e400", "the number is out of range; the largest is 1.7976931348623157e308 (column 1)"),
      ("12abc", "unexpected \"a\" after a number (column 3)"), ("1u", "unsigned integers are not supported (column 1)"),
      ("b'x'", "bytes are not supported; use a string (column 1)"),
      ("while", "\"while\" is a reserved word (column 1)"),
      ("a.null", "\"null\" where a name is expected (column 3)"),
      ("f(1,)", "\")\" where a value is expected (column 5)"),
      ("Point{x: 1}", "messages are not supported; a map is {\"key\": value} (column 6)"),
      ("true ? 1", "the end of the expression where \":\" and the alternative is expected (column 9)"),
      ("has(a)", "has() takes a member such as has(data.name) (column 5)"),
      ("[1].map(a.b, 1)", "the variable of a macro must be a simple name (column 11)"),
      ("[1].all(i, i, true)", "the variables of a macro must have different names (column 12)"),
    ])
  func faults(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test("Comments and whitespace are ignored")
  func space() {
    #expect(result(of: " 1 // one\n\t+ 2 // two") == "int 3")
  }
}
