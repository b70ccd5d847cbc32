/// Names in messages: which there are, and which one was probably meant.
enum Spelling {
  /// The names in backticks; of many only the first, so that no message grows with the definition.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(maximumListed).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > maximumListed ? "\(shown) and \(names.count - maximumListed) more" : shown
  }

  /// The question that names the one of `known` that is nearest to `name`; empty when none is near.
  static func hint(_ name: String, among known: [String]) -> String {
    nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? "."
  }

  /// The one that differs by the fewest slips: letters too many, too few, wrong, or two swapped. Case is no slip.
  static func nearest(to name: String, among known: [String]) -> String? {
    let letters = Array(name.lowercased())
    let allowed = min(3, max(1, letters.count / 3))
    guard letters.count <= maximumLength else { return nil }
    var best: (name: String, slips: Int)?
    for candidate in known.prefix(maximumCompared) {
      let others = Array(candidate.lowercased())
      guard abs(others.count - letters.count) <= allowed else { continue }
      let slips = slips(letters, others)
      if slips <= allowed, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.name
  }

  private static let maximumListed = 12
  // What is compared is bounded, since a definition with a thousand faults should not cost a second.
  private static let maximumCompared = 256
  private static let maximumLength = 64

  /// Optimal string alignment distance, a row at a time.
  private static func slips(_ one: [Character], _ other: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var fewest = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          fewest = min(fewest, beforeLast[column - 1] + 1)
        }
        current.append(fewest)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
