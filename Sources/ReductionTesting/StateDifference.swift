/// A difference of two values, one line per property: `−` expected, `+` actual.
struct StateDifference: CustomStringConvertible {
  let description: String

  init<Value>(expected: Value, actual: Value) {
    let before = Self.lines(expected)
    let after = Self.lines(actual)
    guard before != after else {
      description =
        "  (the values are not equal, but print the same)\n" + before.map { "    \($0)" }.joined(separator: "\n")
      return
    }
    description = Self.merged(before, after.difference(from: before))
  }

  /// The common lines, with removed and added lines at their positions.
  private static func merged(_ before: [String], _ difference: CollectionDifference<String>) -> String {
    var gone: Set<Int> = []
    var come: [Int: String] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, let line, _): come[offset] = line
      }
    }
    var result: [String] = []
    var place = 0
    for (offset, line) in before.enumerated() {
      if gone.contains(offset) {
        result.append("  − \(line)")
        continue
      }
      while let new = come.removeValue(forKey: place) {
        result.append("  + \(new)")
        place += 1
      }
      result.append("    \(line)")
      place += 1
    }
    return (result + come.sorted { $0.key < $1.key }.map { "  + \($0.value)" }).joined(separator: "\n")
  }

  /// The lines of `dump` without its bullets, which look like the signs of a difference.
  private static func lines<Value>(_ value: Value) -> [String] {
    var text = ""
    dump(value, to: &text)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      let indentation = line.prefix { $0 == " " }
      let rest = line.dropFirst(indentation.count)
      let isBulleted = ["- ", "▿ ", "▹ "].contains { rest.hasPrefix($0) }
      return String(indentation + (isBulleted ? rest.dropFirst(2) : rest))
    }
  }
}
