import JSON

/// A reader of an action's fields that refuses unknown ones, so that a mistyped name is never ignored.
///
/// ```swift
/// var fields = FieldReader(action)
/// let text = try fields.require(fields.string("text"), "text")
/// let isDone = try fields.boolean("isDone") ?? false
/// try fields.finish(["text", "isDone"])
/// ```
public struct FieldReader {
  private let action: Action
  private var known: Int

  /// Creates a reader of `action`.
  public init(_ action: Action) {
    self.action = action
    known = 1
    for name in ["target", "source", "ifGone", "confirmed"] where action.fields[name] != nil { known += 1 }
  }

  /// Whether the action has fields that were not read.
  var hasUnknown: Bool { known < action.fields.count }

  /// Reads a string; nil when the field is absent. Throws 422 for a value of another type.
  public mutating func string(_ name: String) throws(ActionError) -> String? {
    guard let value = read(name) else { return nil }
    guard case .string(let text) = value else { throw mismatch(name, value, "a string") }
    return text
  }

  /// Reads an integer; nil when the field is absent. Throws 422 for a value of another type.
  public mutating func integer(_ name: String) throws(ActionError) -> Int? {
    guard let value = read(name) else { return nil }
    if let number = value.integerValue, let integer = Int(exactly: number) { return integer }
    throw mismatch(name, value, "an integer")
  }

  /// Reads a boolean; nil when the field is absent. Throws 422 for a value of another type.
  public mutating func boolean(_ name: String) throws(ActionError) -> Bool? {
    guard let value = read(name) else { return nil }
    guard case .bool(let flag) = value else { throw mismatch(name, value, "true or false") }
    return flag
  }

  /// Reads an object; nil when the field is absent. Throws 422 for a value of another type.
  public mutating func object(_ name: String) throws(ActionError) -> JSONObject? {
    guard let value = read(name) else { return nil }
    guard case .object(let object) = value else { throw mismatch(name, value, "an object") }
    return object
  }

  /// Reads any value; nil when the field is absent.
  public mutating func value(_ name: String) -> JSONValue? { read(name) }

  /// Accepts a field that is read elsewhere.
  mutating func skip(_ name: String) { _ = read(name) }

  /// Returns the value of a required field.
  ///
  /// - Throws: `ActionError` (`missing-field`) when it is nil.
  public func require<Value>(_ value: Value?, _ name: String) throws(ActionError) -> Value {
    guard let value else { throw .invalid("missing-field", "`\(action.type)` needs `\(name)`.", at: name) }
    return value
  }

  /// Refuses fields that were not read.
  ///
  /// - Parameter names: All fields of the action, for the message.
  /// - Throws: `ActionError` (`unknown-field`).
  public func finish(_ names: [String]) throws(ActionError) {
    guard hasUnknown else { return }
    let taken = Action.commonFields + names
    let unknown = action.fields.names.first { !taken.contains($0) } ?? ""
    let list = names.isEmpty ? "no fields of its own" : names.map { "`\($0)`" }.joined(separator: ", ")
    throw .invalid(
      "unknown-field", "`\(action.type)` has no field `\(unknown)`; it takes \(list), and `target` or `source`.",
      at: unknown)
  }

  private mutating func read(_ name: String) -> JSONValue? {
    guard let value = action.fields[name] else { return nil }
    known += 1
    return value
  }

  private func mismatch(_ name: String, _ value: JSONValue, _ expected: String) -> ActionError {
    .invalid("bad-field", "`\(name)` of `\(action.type)` must be \(expected); it is \(value.kind).", at: name)
  }
}
