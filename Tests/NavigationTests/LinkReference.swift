import CEL

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
    case .literal: return segment.text == text
    case .anything, .param(_, nil): return true
    case .param(_, let pattern?):
      var budget = EvaluationBudget(steps: 1_000_000)
      do throws(EvaluationError) { return try pattern.expression.matches(text, &budget) } catch { return false }
    }
  }
}
