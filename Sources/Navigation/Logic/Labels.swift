import JSON

/// The labels of a session: values by name, in the order of the names' bytes.
///
/// Names and values are compared by their bytes, as databases do, where `==` of Swift strings also accepts texts that only
/// look the same.
public struct Labels: Sendable, Hashable {
  private var pairs: [Pair] = []

  private struct Pair: Sendable, Hashable {
    let name: ExactString
    let value: ExactString
  }

  /// Creates labels. Of two with one name the last one counts.
  public init(_ labels: some Sequence<(String, String)>) {
    for (name, value) in labels { self[name] = value }
  }

  /// The value of a label; nil: there is none.
  public subscript(name: String) -> String? {
    get { pairs.first { $0.name.string.isIdentical(to: name) }?.value.string }
    set {
      pairs.removeAll { $0.name.string.isIdentical(to: name) }
      guard let newValue else { return }
      let at = pairs.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.string.utf8) } ?? pairs.endIndex
      pairs.insert(Pair(name: ExactString(name), value: ExactString(newValue)), at: at)
    }
  }

  /// Sets a label that has no other value.
  ///
  /// - Returns: false when it has another one, which stays.
  package mutating func add(_ name: String, _ value: String) -> Bool {
    guard let known = self[name] else {
      self[name] = value
      return true
    }
    return known.isIdentical(to: value)
  }

  /// Whether all labels of a filter are among these, with its values.
  package func contain(_ filter: Labels) -> Bool { filter.pairs.allSatisfy(pairs.contains) }

  package func filter(_ isIncluded: (_ name: String) -> Bool) -> Labels {
    var labels = self
    labels.pairs.removeAll { !isIncluded($0.name.string) }
    return labels
  }

  package var json: JSONObject { JSONObject(map { ($0.key, .string($0.value)) }) }
}

extension Labels: RandomAccessCollection {
  public var startIndex: Int { pairs.startIndex }
  public var endIndex: Int { pairs.endIndex }

  public subscript(position: Int) -> (key: String, value: String) {
    (pairs[position].name.string, pairs[position].value.string)
  }
}

extension Labels: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral labels: (String, String)...) { self.init(labels) }
}
