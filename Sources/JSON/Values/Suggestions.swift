/// Names in messages: their formatting, and suggestions for unknown ones. Everything is bounded, so that the length of
/// a message does not grow with the definition, and a thousand faults do not take a second.
package enum Suggestions {
  private static let maximumListed = 12
  private static let maximumCompared = 128
  private static let maximumLength = 32

  /// The name in backticks, escaped as in JSON; of a long one the beginning.
  package static func quoted(_ name: String) -> String {
    "`\(JSONValue.string(name).excerpt.dropFirst().dropLast())`"
  }

  /// The names; of many the first.
  package static func list(_ names: [String], separator: String = ", ") -> String {
    list(names.lazy.map(quoted), atMost: maximumListed, separator: separator)
  }

  /// The texts unchanged; of many the first.
  package static func list(_ texts: some Collection<String>, atMost maximum: Int, separator: String = ", ") -> String {
    let shown = texts.prefix(maximum).joined(separator: separator)
    return texts.count > maximum ? "\(shown) and \(texts.count - maximum) more" : shown
  }

  /// The name with the smallest edit distance: added, missing, wrong or swapped letters. Case is ignored.
  package static func nearest(to name: String, among known: [String]) -> String? {
    var best: (name: String, slips: Int)?
    for candidate in known.prefix(maximumCompared) {
      if let slips = slips(from: name, to: candidate), slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.name
  }

  /// The edit distance between a misspelt name and a known one, ignoring case; nil if they are not similar.
  package static func slips(from name: String, to known: String) -> Int? {
    let length = name.utf8.count
    let allowed = min(3, max(1, length / 3))
    guard length <= maximumLength, abs(known.utf8.count - length) <= allowed else { return nil }
    let slips = slips(Array(name.lowercased().utf8), Array(known.lowercased().utf8))
    return slips <= allowed ? slips : nil
  }

  /// The names, ordered by edit distance to `name` where it is small; the others keep their order.
  ///
  /// Of many names, only those with the same first letter are compared.
  package static func nearestFirst(_ names: [String], to name: String) -> [String] {
    let letters = Array(name.lowercased().utf8)
    guard let first = letters.first, letters.count <= maximumLength else { return names }
    let isCompared = { (name: String) in
      names.count <= maximumCompared || name.utf8.first.map { $0 | 0x20 } == first | 0x20
    }
    let allowed = max(1, letters.count / 2)
    let near = names.lazy.filter(isCompared).filter { abs($0.utf8.count - letters.count) <= allowed }
      .prefix(maximumCompared * 8).map { (name: $0, slips: slips(letters, Array($0.lowercased().utf8))) }
      .filter { $0.slips <= allowed }.sorted { ($0.slips, $0.name) < ($1.slips, $1.name) }.map(\.name)
    let found = Set(near)
    return near + names.filter { !found.contains($0) }
  }

  /// The optimal string alignment distance, computed row by row.
  private static func slips(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      current.reserveCapacity(last.count)
      for column in other.indices {
        let isWrong = one[row] == other[column] ? 0 : 1
        var fewest = min(last[column] + isWrong, last[column + 1] + 1, current[column] + 1)
        // From the second row on, the row before the last has an entry for each column.
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
