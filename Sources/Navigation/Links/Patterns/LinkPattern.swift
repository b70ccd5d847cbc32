/// The links that lead to a route: `/p/:id(\d+)/:page?`.
///
/// Segments that stand as they are, params, and `*` for whatever is there. A param's name may be followed by a pattern
/// in parentheses that its segment has to match, then by `?` when it may be absent, `+` when it takes several
/// segments, or `*` for both. Slashes at the ends, and two in a row, mean nothing.
public struct LinkPattern: Sendable {
  /// As it was written.
  public let text: String
  /// The same without slashes that mean nothing: two patterns that are written the same are the same.
  package let normalized: String
  let segments: [Segment]

  struct Segment: Sendable {
    /// As it was written.
    let text: String
    let kind: Kind
    let count: Count

    enum Kind: Sendable {
      case literal
      case param(String, SegmentPattern?)
      case anything
    }

    /// How many segments of the path it takes.
    enum Count: Sendable {
      case one, optional, some, any
    }
  }

  /// Reads a pattern.
  ///
  /// - Throws: All that is wrong with it.
  public init(_ text: String) throws(LinkFaults) {
    var parser = LinkPatternParser(text)
    self.text = text
    segments = try parser.parse()
    normalized = segments.map(\.text).joined(separator: "/")
  }

  /// The names of its params, in order.
  public var params: [String] {
    segments.compactMap { segment in
      if case .param(let name, _) = segment.kind { name } else { nil }
    }
  }
}

extension LinkPattern: ExpressibleByStringLiteral {
  /// For apps that are compiled: a bad pattern is a programmer's mistake and traps.
  public init(stringLiteral text: String) {
    do throws(LinkFaults) {
      try self.init(text)
    } catch {
      preconditionFailure("the path \"\(text)\" is no pattern of a link: \(error.details.joined(separator: " "))")
    }
  }
}

extension LinkPattern: Equatable {
  public static func == (one: LinkPattern, other: LinkPattern) -> Bool { one.normalized == other.normalized }
}

/// What is wrong with a pattern.
public struct LinkFaults: Error, Sendable, Equatable {
  /// Never empty: what was wrong, and what would work.
  public let details: [String]
}

/// One thing that is wrong with a pattern.
struct LinkFault: Error {
  let detail: String

  init(_ detail: String) {
    self.detail = detail
  }
}
