import Testing

@Suite("String functions")
struct StringFunctionTests {
  @Test(
    "String functions count positions in code points",
    arguments: [
      ("'tacocat'.charAt(3)", "o"), ("'tacocat'.charAt(7)", ""), ("'©αT'.charAt(1)", "α"),
      ("'tacocat'.substring(4)", "cat"),
      ("'ta©o©αT'.substring(2, 6)", "©o©α"), ("'abc'.substring(3, 3)", ""), ("'Hello'.lowerAscii()", "hello"),
      ("'strÆ'.upperAscii()", "STRÆ"), ("' \\t\\u2003a b\\u00a0 '.trim()", "a b"),
      ("'\\u180etext\\u200b'.trim()", "\u{180e}text\u{200b}"),
      ("'Ta©oCαt'.reverse()", "tαCo©aT"), ("'aXbXc'.replace('X', '--')", "a--b--c"),
      ("'aaa'.replace('a', 'b', 2)", "bba"),
      ("'ab'.replace('', '-')", "-a-b-"), ("'ab'.replace('', '-', 2)", "-a-b"), ("'abc'.replace('b', 'x', 0)", "abc"),
      ("['a', 'b'].join('-')", "a-b"), ("[].join('-')", ""), ("['x', 'y'].join()", "xy"),
      ("url.encode('../ü ~-_.')", "..%2F%C3%BC%20~-_."),
      ("strings.quote('a\\n\"b\\\\\\a')", "\"a\\n\\\"b\\\\\\a\""),
    ])
  func texts(source: String, expected: String) {
    #expect(result(of: "[\(source)]") == "list " + "[\(quoted(expected))]")
  }

  private func quoted(_ text: String) -> String {
    String(result(of: "text", ["text": .string(text)]).dropFirst("string ".count))
  }

  @Test(
    "The functions `indexOf` and `lastIndexOf` return the position of a part or -1",
    arguments: [
      ("'tacocat'.indexOf('a')", 1), ("'tacocat'.indexOf('a', 3)", 5), ("'tacocat'.indexOf('')", 0),
      ("'tacocat'.indexOf('', 7)", 7),
      ("'tacocat'.indexOf('x')", -1), ("'ta©o©αT'.indexOf('©α')", 4), ("'ab'.indexOf('abc')", -1),
      ("'aab'.indexOf('ab')", 1),
      ("'tacocat'.lastIndexOf('a')", 5), ("'tacocat'.lastIndexOf('a', 3)", 1), ("'tacocat'.lastIndexOf('')", 7),
      ("'tacocat'.lastIndexOf('at', 5)", 5), ("'tacocat'.lastIndexOf('at', 4)", -1), ("''.lastIndexOf('@@')", -1),
      ("'abc'.lastIndexOf('', 1)", 1),
    ])
  func positions(source: String, expected: Int) {
    #expect(result(of: source) == "int \(expected)")
  }

  @Test(
    "String functions test for parts and split strings",
    arguments: [
      "'foobar'.startsWith('foo')", "''.endsWith('')", "'forté'.endsWith('té')", "!''.startsWith('a')",
      "'hello'.contains('ell')",
      "'abababc'.contains('ababc')", "'a,b,c'.split(',') == ['a', 'b', 'c']", "'a,b,c'.split(',', 2) == ['a', 'b,c']",
      "'a,b'.split(',', 0) == []", "'a,b'.split(',', 1) == ['a,b']", "'a,b'.split(',', -1) == ['a', 'b']",
      "''.split(',') == ['']",
      "'añ🐱'.split('') == ['a', 'ñ', '🐱']", "''.split('') == []", "'abc'.split('', 2) == ['a', 'bc']",
      "',,'.split(',') == ['', '', '']",
    ])
  func tests(source: String) {
    #expect(holds(source), "\(result(of: source))")
  }

  @Test(
    "String functions fail for wrong positions and types",
    arguments: [
      ("'abc'.charAt(4)", "index 4 is out of range; the size is 3 (column 7)"),
      ("'abc'.charAt(-1)", "index -1 is out of range; the size is 3 (column 7)"),
      ("'abc'.substring(2, 1)", "the substring ends at 1, before its start at 2 (column 7)"),
      ("'abc'.substring(1, 9)", "index 9 is out of range; the size is 3 (column 7)"),
      ("'abc'.indexOf('a', 4)", "index 4 is out of range; the size is 3 (column 7)"),
      ("'abc'.replace('a', 1)", "replace does not apply to (string, string, int, int) (column 7)"),
      ("[1].join()", "join does not apply to (int) (column 5)"), ("42.charAt(1)", nil),
      ("'a'.nothing()", "unknown function nothing (column 5)"),
    ] as [(String, String?)])
  func failures(source: String, expected: String?) {
    if let expected { #expect(result(of: source) == expected) } else { #expect(result(of: source).contains("column")) }
  }
}
