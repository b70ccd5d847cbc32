import CEL
import JSON
import TestSupport
import Testing

@Suite("Regular expressions")
struct RegularExpressionTests {
  @Test(
    "A regular expression matches anywhere in a text",
    arguments: [
      ("hubba", "ubb"), ("grey", "gr(a|e)y"), ("banana", "ba(na)*$"), ("mañana", "^a?m[^x]ñ?.+"), ("🐱😀😀", "(a|😀){2}"),
      ("", ""), ("x", ""),
      ("ab", "^ab$"), ("a\nb", "(?m)^b$"), ("a\nb", "(?s)a.b"), ("ABC", "(?i)abc"), ("É", "(?i)é"), ("aBC", "a(?i:bc)"),
      ("a.b", #"a\.b"#),
      ("a1_", #"^\w\d\W?_$"#), ("tab\t", #"\t\z"#), ("-]", #"^[\]-]+$"#), ("a^b", "[a^]{2}"), ("foo bar", #"\bbar\b"#),
      ("foobar", #"o\Bb"#),
      ("Ünï", #"^\p{L}+$"#), ("Ab", #"^\p{Lu}\P{Lu}$"#), ("5", #"^\pN$"#), ("aaa", "^a{3}$"), ("aaaa", "^a{2,}$"),
      ("aa", "^a{1,3}$"), ("a{b", "a{b"),
      ("é", #"\x{e9}"#), ("A", #"\x41"#), ("a+b", #"\Qa+b\E"#), ("ab", "(?P<first>a)(?<second>b)"),
      ("xyz", "[[:alpha:]]{3}"), ("3", "[^[:alpha:]]"),
      ("aab", "a*?b"), ("abc", "a(|b)c"), ("\0", #"^\0$"#), ("a", "(?U)a+"), ("]", "[]]"), ("S", #"[^\s\d]"#),
    ])
  func matches(text: String, pattern: String) {
    #expect(holds("text.matches(pattern)", ["text": .string(text), "pattern": .string(pattern)]), "\(pattern)")
  }

  @Test(
    "A regular expression does not match a text outside its language",
    arguments: [
      ("", "foo|bar"), ("b", "^a"), ("a\n", "a$"), ("a\nb", "a.b"), ("abc", "^b"), ("ab", #"a\bb"#), ("É", "é"),
      ("aa", "^a{3}$"), ("A", "[^[:upper:]]"),
      ("a", "(?i)[^A]"), ("1", #"\D"#), ("b", "(?i:a)"),
    ])
  func doesNotMatch(text: String, pattern: String) {
    #expect(holds("!text.matches(pattern)", ["text": .string(text), "pattern": .string(pattern)]), "\(pattern)")
  }

  @Test(
    "An invalid or unsupported regular expression is rejected with the reason",
    arguments: [
      ("(", "a group has no closing parenthesis"), (")", "unexpected \")\""), ("[a", "a class has no closing bracket"),
      ("*", "\"*\" has nothing to repeat"),
      ("a**", "two operators of repetition follow each other; use a group"),
      ("a{1001}", "a repetition takes 0 to 1000 in ascending order"),
      ("a{3,2}", "a repetition takes 0 to 1000 in ascending order"),
      ("(a{1000}){1000}", "it is too large with its repetitions"),
      ("(((){1000}){1000}){1000}", "it is too large with its repetitions"),
      (#"(a)\1"#, "references to groups are not supported"),
      ("(?=a)", "(?= is not supported; there are no lookarounds, and flags are i m s U"), ("(?<=a)b", nil),
      ("[z-a]", "the range z-a is in descending order"),
      (#"\q"#, #"unknown escape "\q""#), ("a\\", "it ends with a backslash"),
      (#"\p{Nope}"#, #"unknown category "Nope"; use a general category such as L or Nd"#),
      ("[[:nope:]]", "unknown class [:nope:]"), (String(repeating: "a", count: 1_025), "it is longer than 1024 bytes"),
      (String(repeating: "(", count: 65), "its groups are nested deeper than 64 levels"),
    ] as [(String, String?)])
  func refused(pattern: String, reason: String?) {
    let answer = result(of: "'a'.matches(pattern)", ["pattern": .string(pattern)])
    #expect(answer.hasPrefix("the regular expression is wrong: \(reason ?? "")"), "\(answer)")
  }

  @Test("A constant regular expression is checked with the expression")
  func constant() {
    let expected = "the regular expression is wrong: a group has no closing parenthesis (column 13)"
    #expect(fault(of: "'a'.matches('(')") == expected)
    #expect(fault(of: "matches('a', '(')") != nil)
  }

  @Test(
    "Matching takes steps in proportion to the length of the text",
    arguments: [
      "(a|a)*b", "(a*)*b", "(a+)+$b", "a?(a|b|ab)*c", "(x+x+)+y", "(a|b|c|d|e)*f", "^(([a-z])+.)+[A-Z]([a-z])+$",
    ])
  func linear(pattern: String) throws {
    let taken = try [1_000, 2_000, 4_000].map { try steps(pattern, String(repeating: "a", count: $0)) }
    #expect(taken[1] <= 2 * taken[0] + 10 && taken[2] <= 2 * taken[1] + 10, "\(taken)")
  }

  @Test("A pattern that an expression makes takes steps by its size, before it is compiled")
  func compiling() throws {
    #expect(try steps("(a{30}){30}", "") > 900)
    let source = "patterns.exists(p, ''.matches(p))"
    let environment = CELEnvironment(["patterns": .list(.string)])
    var bindings = environment.bindings
    for pattern in ["(a{60}){60}", "(a{60}){60}(", "(((){20}){20}){20}", "[" + String(repeating: "az", count: 400)] {
      bindings["patterns"] = CELValue(.array(Array(repeating: .string(pattern), count: 1_000)))
      var budget = EvaluationBudget()
      let expression = try CELExpression(source, in: environment)
      #expect(throws: EvaluationError.self) { try expression.evaluate(bindings, &budget) }
      #expect(budget.steps == 0, "an error of the pattern \(pattern.prefix(20)) gives no steps back")
    }
  }

  private func steps(_ pattern: String, _ text: String) throws -> Int {
    let environment = CELEnvironment(["text": .string, "pattern": .string])
    var bindings = environment.bindings
    (bindings["text"], bindings["pattern"]) = (.string(text), .string(pattern))
    var budget = EvaluationBudget(steps: 1_000_000)
    _ = try CELExpression("text.matches(pattern)", in: environment).evaluate(bindings, &budget)
    return 1_000_000 - budget.steps
  }
}
