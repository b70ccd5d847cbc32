import Testing

@Suite("Macros")
struct MacroTests {
  @Test(
    "Macros visit the elements of a list and the entries of a map",
    arguments: [
      ("[1, 2, 3].all(x, x > 0)", "bool true"), ("[1, 2, 3].exists(x, x > 2)", "bool true"),
      ("[].all(x, false)", "bool true"),
      ("[1, 2, 2].exists_one(x, x == 2)", "bool false"), ("[1, 2].existsOne(x, x == 2)", "bool true"),
      ("[1, 2, 3].filter(x, x % 2 == 1)", "list [1,3]"), ("[1, 2, 3].map(x, x * x)", "list [1,4,9]"),
      ("[1, 2, 3].map(x, x > 1, x * x)", "list [4,9]"), ("{'a': 1, 'b': 2}.map(k, k)", "list [\"a\",\"b\"]"),
      ("{'a': 1}.all(k, v, k == 'a' && v == 1)", "bool true"),
      ("['a', 'b'].exists(i, v, i == 1 && v == 'b')", "bool true"),
      ("[3, 1].exists_one(i, v, v == i)", "bool true"),
      ("['a', 'b'].transformList(i, v, v + string(i))", "list [\"a0\",\"b1\"]"),
      ("[3, 4].transformList(i, v, i > 0, v)", "list [4]"),
      ("{'a': 1, 'b': 2}.transformMap(k, v, v * 2)", "map {\"a\":2,\"b\":4}"),
      ("['x', 'y'].transformMap(i, v, v)", "map {\"0\":\"x\",\"1\":\"y\"}"),
      ("{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v)", "map {\"b\":2}"),
      ("{'a': 'x'}.transformMapEntry(k, v, {v: k})", "map {\"x\":\"a\"}"),
      ("{'a': 'x', 'b': 'y'}.transformMapEntry(k, v, k == 'b', {v: k})", "map {\"y\":\"b\"}"),
      ("[1, 2].map(x, [10, 20].map(y, x * y))", "list [[10,20],[20,40]]"), ("[1].map(x, [2].map(x, x))", "list [[2]]"),
    ])
  func values(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "Only the macros `all` and `exists` ignore errors of elements",
    arguments: [
      ("[0, 1].exists(x, 1 / x == 1)", "bool true"), ("[0, 1].all(x, 1 / x == 2)", "bool false"),
      ("[0, 1].all(x, 1 / x == 1)", "division by zero (column 17)"),
      ("[0, 1].exists_one(x, 1 / x == 1)", "division by zero (column 24)"),
      ("[0].filter(x, 1 / x == 1)", "division by zero (column 17)"),
      ("[1].filter(x, x)", "a condition must be a bool, not int (column 15)"),
      ("5.map(x, x)", nil), ("dyn(5).map(x, x)", "a macro does not apply to (int) (column 8)"),
      ("[1, 1].transformMapEntry(i, v, {'a': v})", "the key a is repeated (column 8)"),
      ("[1].transformMapEntry(i, v, v)", "transformMapEntry does not apply to (int) (column 5)"),
    ] as [(String, String?)])
  func failures(source: String, expected: String?) {
    if let expected { #expect(result(of: source) == expected) } else { #expect(result(of: source).contains("column")) }
  }

  @Test("Macro variables shadow other variables only within the macro")
  func scope() {
    #expect(result(of: "[2].map(x, x)[0] + x", ["x": 1]) == "int 3")
    #expect(result(of: "[2].map(x, x) == [x]", ["x": 2]) == "bool true")
    #expect(result(of: "[2].map(x, x + .x)", ["x": 1]) == "list [3]")
    #expect(result(of: "[{'b': 1}].map(a, a.b)", ["a.b": 5]) == "list [1]")
  }
}
