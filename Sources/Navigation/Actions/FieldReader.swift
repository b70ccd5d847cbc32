import JSON

/// Reads the members of an action one by one, and refuses those that nobody asked for, so that a mistyped name is
/// never silently ignored.
public struct FieldReader {
  private let action: Action
  private var known: Int

  public init(_ action: Action) {
    self.action = action
    known = 1
    for name in ["target", "source"] where action.fields[name] != nil { known += 1 }
  }

  public mutating func string(_ name: String) throws(Refused) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw mismatch(name, value, "a string") }
    return text
  }

  public mutating func integer(_ name: String) throws(Refused) -> Int? {
    guard let value = take(name) else { return nil }
    guard let number = value.integerValue, let integer = Int(exactly: number) else {
      throw mismatch(name, value, "an integer")
    }
    return integer
  }

  public mutating func boolean(_ name: String) throws(Refused) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .bool(let flag) = value else { throw mismatch(name, value, "true or false") }
    return flag
  }

  public mutating func object(_ name: String) throws(Refused) -> JSONObject? {
    guard let value = take(name) else { return nil }
    guard case .object(let object) = value else { throw mismatch(name, value, "an object") }
    return object
  }

  public mutating func value(_ name: String) -> JSONValue? { take(name) }

  /// Takes a member that somebody else reads.
  mutating func skip(_ name: String) { _ = take(name) }

  /// The member, or the refusal that says it is needed.
  public func require<Value>(_ value: Value?, _ name: String) throws(Refused) -> Value {
    guard let value else {
      throw .invalid("missing-field", "`\(action.type)` needs `\(name)`.", at: name)
    }
    return value
  }

  /// Refuses members that were not asked for.
  ///
  /// - Parameter names: What the action takes, for the message.
  public func finish(_ names: [String]) throws(Refused) {
    guard known < action.fields.count else { return }
    let taken = ["type", "target", "source"] + names
    let unknown = action.fields.names.first { !taken.contains($0) } ?? ""
    let list = names.isEmpty ? "no fields of its own" : names.map { "`\($0)`" }.joined(separator: ", ")
    throw .invalid(
      "unknown-field", "`\(action.type)` has no field `\(unknown)`; it takes \(list), and `target` or `source`.",
      at: unknown)
  }

  private mutating func take(_ name: String) -> JSONValue? {
    guard let value = action.fields[name] else { return nil }
    known += 1
    return value
  }

  private func mismatch(_ name: String, _ value: JSONValue, _ expected: String) -> Refused {
    .invalid("bad-field", "`\(name)` of `\(action.type)` is \(expected); this is \(value.kind).", at: name)
  }
}
