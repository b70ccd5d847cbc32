import Testing

@Suite("Operators")
struct OperatorTests {
  @Test(
    "Operators bind by their precedence and associate to the left",
    arguments: [
      ("1 + 2 * 3", "int 7"), ("10 - 4 - 3", "int 3"), ("100 / 10 / 2", "int 5"), ("-2 * -3", "int 6"),
      ("--2", "int 2"),
      ("!true || true", "bool true"), ("1 < 2 == true", "bool true"),
      ("2 > 1 ? 'a' : false ? 'b' : 'c'", "string \"a\""),
      ("1 in [1] && true", "bool true"), ("true || true && false", "bool true"), ("7 % 4 * 2", "int 6"),
      ("-7 % 4", "int -3"),
      ("7 / -2", "int -3"), ("1.5 + 1.5", "double 3.0"), ("1.0 / 0.0", "double \"Infinity\""),
      ("'a' + 'b'", "string \"ab\""),
      ("[1] + [2, 3]", "list [1,2,3]"),
    ])
  func values(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "Operators fail for results without a value and for wrong types",
    arguments: [
      ("9223372036854775807 + 1", "the result exceeds 64 bits (column 21)"),
      ("-9223372036854775808 / -1", "the result exceeds 64 bits (column 22)"),
      ("-(-9223372036854775808)", "the result exceeds 64 bits (column 1)"),
      ("5000000000 * 5000000000", "the result exceeds 64 bits (column 12)"),
      ("-9223372036854775808 % -1", "the result exceeds 64 bits (column 22)"), ("1 / 0", "division by zero (column 3)"),
      ("1 % 0", "division by zero (column 3)"), ("1 + 1.0", "+ does not apply to (int, double) (column 3)"),
      ("'a' < 1", "< does not apply to (string, int) (column 5)"), ("!1", "! does not apply to (int) (column 1)"),
      ("-'a'", "- does not apply to (string) (column 1)"),
      ("1.5 % 1.0", "% does not apply to (double, double) (column 5)"),
      ("1 in 2", "in does not apply to (int, int) (column 3)"),
      ("null in {'a': 1}", "a map key must be a string, an int or a bool, not null (column 6)"),
    ])
  func failures(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "Values of any types are compared for equality, and numbers by their value",
    arguments: [
      "1 == 1.0", "[1] == [1.0]", "1 != 'a'", "null == null", "null != 0", "{'a': [1]} == {'a': [1.0]}",
      "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "{'a': 1} != {'a': 1, 'b': 2}", "[1, 2] != [2, 1]",
      "0.0 / 0.0 != 0.0 / 0.0", "1 < 1.5", "2.5 > 2", "false < true", "'a' < 'b'", "'B' < 'a'",
      "'\\uFFFF' < '\\U00010000'",
      "3.0 in [1, 2, 3]", "1.0 in {1: 'a'}", "!(1.5 in {1: 'a'})", "type(1) == int", "type(null) == null_type",
      "type(type(1)) == type", "type(timestamp(0)) == google.protobuf.Timestamp",
    ])
  func equality(source: String) {
    #expect(holds(source))
  }
}
