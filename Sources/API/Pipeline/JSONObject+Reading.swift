import JSON

// The members of a body, with the problem to respond with if they cannot be read.
extension JSONObject {
  /// The names of the problems of a body: bodies of actions have fields, others members.
  enum Part: String {
    case field, member
  }

  /// A member, as `read` reads it; nil when it is absent.
  ///
  /// - Parameter rule: What the value has to be.
  func value<Value>(
    _ name: String, _ rule: @autoclosure () -> String, as part: Part = .member, _ read: (JSONValue) -> Value?
  ) throws(Problem) -> Value? {
    guard let json = self[name] else { return nil }
    guard let value = read(json) else {
      throw .fault("bad-\(part)", "`\(name)` must be \(rule()); it is \(json.text.prefix(80)).", at: name)
    }
    return value
  }

  /// A member that has to be there.
  func required<Value>(
    _ name: String, _ rule: @autoclosure () -> String, as part: Part = .member, _ read: (JSONValue) -> Value?
  ) throws(Problem) -> Value {
    if let value = try value(name, rule(), as: part, read) { return value }
    throw .fault("missing-\(part)", "`\(name)` is required: \(rule()).", at: name)
  }
}

extension JSONValue {
  /// The string, if it has 1 to 64 bytes.
  var shortString: String? { stringValue.flatMap { (1...64).contains($0.utf8.count) ? $0 : nil } }

  /// A time in milliseconds since 1970, as responses have it; null: none.
  static func timestamp(_ milliseconds: Int64?) -> JSONValue {
    milliseconds.map { .string(JSONTimestamp.text($0)) } ?? .null
  }

  /// A string, or null.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
