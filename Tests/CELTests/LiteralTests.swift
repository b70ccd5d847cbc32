import Testing

@Suite("Literals")
struct LiteralTests {
  @Test(
    "A literal has the value that it denotes",
    arguments: [
      ("null", "null null"), ("true", "bool true"), ("42", "int 42"), ("-42", "int -42"), ("0x1F", "int 31"),
      ("-0xa", "int -10"), ("9223372036854775807", "int 9223372036854775807"),
      ("-9223372036854775808", "int -9223372036854775808"), ("1.5", "double 1.5"), (".5", "double 0.5"),
      ("1e3", "double 1000.0"), ("2.5E-1", "double 0.25"), ("-0.0", "double -0.0"), ("[]", "list []"),
      ("[1, 'a', [null]]", #"list [1,"a",[null]]"#), ("[1, 2,]", "list [1,2]"), ("{}", "map {}"),
      ("{'a': 1, 2: true, false: 'x'}", #"map {"a":1,"2":true,"false":"x"}"#),
    ])
  func values(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "String literals accept single, double and triple quotes, and escapes",
    arguments: [
      (#"'it''s'"#, nil), (#""say \"hi\"""#, "say \"hi\""),
      (#"'\a\b\f\n\r\t\v\\\?\'\`'"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}\\?'`"),
      (#"'\x41\u00e9\U0001F431\101'"#, "Aé🐱A"), (#"r'\n'"#, "\\n"), (#"R"\x41""#, "\\x41"),
      ("'''two\nlines'''", "two\nlines"), ("\"\"\"a \"quoted\" word\"\"\"", "a \"quoted\" word"), ("''''''", ""),
    ] as [(String, String?)])
  func strings(source: String, expected: String?) {
    let result = result(of: source + ".size() >= 0 ? " + source + " : ''")
    if let expected {
      #expect(holds(source + " == '" + escaped(expected) + "'"), "\(result)")
    } else {
      #expect(result.contains("column"))
    }
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map {
      "\\U" + String(repeating: "0", count: 8 - String($0.value, radix: 16).count) + String($0.value, radix: 16)
    }
    .joined()
  }

  @Test("Strings are equal only with the same code points")
  func normalization() {
    #expect(!holds(#"'Am\u00E9lie' == 'Ame\u0301lie'"#))
    #expect(holds(#"'\u00E9' in ['\u00E9']"#))
    #expect(!holds(#"'e\u0301' in {'\u00E9': 1}"#))
  }
}
