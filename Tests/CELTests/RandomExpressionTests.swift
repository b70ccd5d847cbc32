import CEL
import JSON
import TestSupport
import Testing

@Suite("Random expressions")
struct RandomExpressionTests {
  private static let parts = [
    "1", "0", "-1", "9223372036854775807", "1.5", "'a'", "'é🐱'", "''", "true", "null", "x", "l", "m", "m.a", "[", "]",
    "(", ")", "{", "}", ",", ":", "?",
    ".", "+", "-", "*", "/", "%", "==", "<", "!", "&&", "||", "in", "size(", "string(", "int(", "timestamp(",
    "duration('1h')", ".map(v, ", ".filter(v, ",
    ".all(i, v, ", ".transformMap(k, v, ", "has(m.", ".matches('a*", ".replace(", ".split(", ".format([", ".substring(",
    "math.abs(", "math.greatest(", "v",
    ".getHours('Europe/Berlin')", "'%s %d %f'", "r'\\d'", "\u{1F431}", "`", "\\", "${", "$${", "// c\n",
  ]
  private static let bindings: JSONObject = ["x": 5, "l": [1, "a", 2.5, nil, [1]], "m": ["a": "text", "b": ["c": 1]]]

  /// Returns random parts, joined with or without spaces.
  private func expression(_ random: inout SplitMix64) -> String {
    (0..<random.upTo(12)).map { _ in Self.parts[random.upTo(Self.parts.count) - 1] }.joined(
      separator: random.once(in: 2) ? " " : "")
  }

  private static let literals = [
    "1", "0", "2.5", "'a'", "'tacocat'", "true", "null", "[]", "{}", "[1]", "timestamp(0)", "duration('1s')",
    "-9223372036854775808",
  ]
  private static let variables = ["x", "l", "m", "m.b"]

  private func value(_ random: inout SplitMix64, _ depth: Int, leaves: [String]) -> String {
    let patterns = [
      "(_ + _)", "(_ - _)", "(_ * _)", "(_ / _)", "(_ == _)", "(_ < _)", "(_ in _)", "(_ ? _ : _)", "(_ && _)", "_[_]",
      "[_, _]", "{'k': _}", "_.map(v, _)",
      "size(_)", "string(_)", "_.replace(_, _)", "_.split(_)", "_.matches(_)", "'%s %.9f %x %e'.format([_, _, _, _])",
      "_.join(_)", "_.indexOf(_, _)",
      "_.transformMap(i, w, _)", "math.least(_, _)", "math.bitShiftLeft(_, _)", "_.getDayOfYear(_)", "-_",
      "_.substring(_)", "int(_)", "math.round(_)",
    ]
    if depth == 0 { return leaves[random.upTo(leaves.count) - 1] }
    let pattern = patterns[random.upTo(patterns.count) - 1].split(separator: "_", omittingEmptySubsequences: false)
    return pattern.dropFirst().reduce(String(pattern[0])) { $0 + value(&random, depth - 1, leaves: leaves) + $1 }
  }

  @Test("A random text is evaluated or rejected without a crash")
  func anything() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 { #expect(!result(of: expression(&random), Self.bindings).isEmpty) }
  }

  @Test("A random operation on any types is evaluated or rejected without a crash")
  func operations() {
    var random = SplitMix64(seed: 2)
    let leaves = Self.literals + Self.variables
    for _ in 0..<10_000 { #expect(!result(of: value(&random, random.upTo(4), leaves: leaves), Self.bindings).isEmpty) }
  }

  @Test("The result of a checked expression without dynamic values has the checked type")
  func soundness() throws {
    var random = SplitMix64(seed: 3)
    let environment = CELEnvironment([])
    var evaluated = 0
    for _ in 0..<20_000 {
      let source = value(&random, random.upTo(3), leaves: Self.literals)
      guard let checked = try? CELExpression(source, in: environment), checked.type != .dynamic else { continue }
      var budget = EvaluationBudget()
      guard let value = try? checked.evaluate(environment.bindings, &budget) else { continue }
      evaluated += 1
      #expect(CELValue.fits(value, checked.type), "\(source) has \(value), not \(checked.type)")
    }
    #expect(evaluated > 500)
  }
}

extension CELValue {
  /// Returns whether a value belongs to a type.
  fileprivate static func fits(_ value: CELValue, _ type: CELType) -> Bool {
    switch (type, value) {
    case (.dynamic, _), (.number, .int), (.number, .double), (.map, .map), (.object, .map): true
    case (.list(let element), .list(let list)): list.values.allSatisfy { fits($0, element) }
    case (.null, .null), (.bool, .bool), (.int, .int), (.double, .double), (.string, .string), (.timestamp, .timestamp):
      true
    case (.duration, .duration), (.type, .type): true
    default: false
    }
  }
}
