/// The path parameters of a request: the values of the names in its route's template.
///
/// Stored as ranges of the request's head, so that routing allocates nothing.
@usableFromInline package struct Parameters: Sendable {
  /// The maximum number of parameters in a template.
  static let limit = 4

  /// The names in the template, in order.
  package internal(set) var names: [String] = []
  /// The number of parameters.
  package private(set) var count = 0
  private var ranges = InlineArray<4, Range<Int>>(repeating: 0..<0)

  /// No parameters, for paths without a route.
  package init() {}

  mutating func append(_ range: Range<Int>) {
    // `RouteTree` refuses templates with more than `limit` parameters.
    ranges[count] = range
    count += 1
  }

  mutating func removeLast() {
    count -= 1
  }

  /// The range of a parameter in the request's head, still encoded.
  package func range(_ name: String) -> Range<Int>? {
    for index in 0..<count where names[index] == name { return ranges[index] }
    return nil
  }

  /// The decoded value; nil if the template has no such name, or the value is not UTF-8 when decoded.
  package subscript(name: String, request: Request) -> String? {
    range(name).flatMap { String(percentDecoding: request.head[$0]) }
  }

  /// The undecoded bytes by position in the template, without comparing names.
  package subscript(index: Int, request: Request) -> ArraySlice<UInt8> {
    precondition(index < count, "the template has \(count) parameters")
    return request.head[ranges[index]]
  }
}
