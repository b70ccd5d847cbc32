@testable import Navigation

/// A reference implementation of links: an exhaustive search that takes the first match.
struct LinkReference {
  let patterns: [LinkPattern]

  /// Returns the first pattern that matches, in the order in which they are tried, and the texts of its params.
  func match(_ path: [String]) -> (pattern: String, texts: [String: String])? {
    let order = patterns.indices.sorted { one, other in
      LinkPattern.isMoreSpecific(patterns[one].ranks, than: patterns[other].ranks) ?? (one < other)
    }
    for pattern in order.map({ patterns[$0] }) {
      guard let counts = Self.counts(pattern.segments[...], path[...]) else { continue }
      var rest = path[...]
      var texts: [String: String] = [:]
      for (segment, count) in zip(pattern.segments, counts) {
        if case .param(let name, _) = segment.kind, count > 0 || segment.count == .any {
          texts[name] = rest.prefix(count).joined(separator: "/")
        }
        rest = rest.dropFirst(count)
      }
      return (pattern.text, texts)
    }
    return nil
  }

  private static func counts(_ segments: ArraySlice<LinkPattern.Segment>, _ path: ArraySlice<String>) -> [Int]? {
    guard let segment = segments.first else { return path.isEmpty ? [] : nil }
    let most = min(segment.count.most, path.prefix { takes(segment, $0) }.count)
    for count in (0...most).reversed() where count >= segment.count.least {
      if let rest = counts(segments.dropFirst(), path.dropFirst(count)) { return [count] + rest }
    }
    return nil
  }

  private static func takes(_ segment: LinkPattern.Segment, _ text: String) -> Bool {
    switch segment.kind {
    case .literal: segment.text == text
    case .anything, .param(_, nil): true
    case .param(_, let pattern?): matches(pattern, text)
    }
  }

  /// Returns whether the pattern matches the text.
  static func matches(_ pattern: SegmentPattern, _ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    return ends(pattern.node, from: [0], of: text).contains(text.count)
  }

  /// Returns the possible ends of a part of a pattern that begins at one of these places.
  private static func ends(
    _ node: SegmentPattern.Node, from starts: Set<Int>, of text: [Unicode.Scalar]
  ) -> Set<Int> {
    switch node {
    case .one(let set): return Set(starts.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
    case .sequence(let nodes): return nodes.reduce(starts) { ends($1, from: $0, of: text) }
    case .either(let nodes): return nodes.reduce([]) { $0.union(ends($1, from: starts, of: text)) }
    case .repeated(let node, let least, let most):
      var all = least == 0 ? starts : []
      var last = starts
      for number in 0..<(most ?? least + text.count) {
        last = ends(node, from: last, of: text)
        if number + 1 < least { continue }
        if last.isSubset(of: all) { break }
        all.formUnion(last)
      }
      return all
    }
  }
}
