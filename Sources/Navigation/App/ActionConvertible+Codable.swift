import JSON

/// Conversion of enums that are `Codable` as well. A case is an action: its name is the `type`, and the labels of its
/// associated values are the fields.
///
/// ```swift
/// enum TimerAction: Codable, ActionConvertible {
///   case setSeconds(seconds: Int)  // {"type": "setSeconds", "seconds": 5}
///   case start                     // {"type": "start"}
/// }
/// ```
/// An associated value that is nil is omitted. Each needs a label other than `type`, `target`, `source` and `confirmed`,
/// which every action can have.
extension ActionConvertible where Self: Decodable {
  /// Reads an action; nil when the enum has no case of its `type`.
  ///
  /// - Throws: `ActionError` (`missing-field`, `unknown-field`, `bad-field`).
  public init?(_ action: Action) throws(ActionError) {
    var reader = FieldReader(action)
    guard let decoded = try Self.decode(action) else { return nil }
    for label in decoded.labels { reader.skip(label) }
    try reader.finish(decoded.labels)
    self = decoded.value
  }

  /// The schema that is derived from the associated values; nil when it cannot be derived (`JSONDescribed`).
  ///
  /// Traps when the enum has no case of that name, or an associated value of the case has no label of its own.
  public static func schema(of type: String) -> ActionSchema? {
    guard let found = JSONSchema.ofCase(type, in: Self.self) else { return nil }
    for label in found.required.names + found.optional.names {
      precondition(
        !label.hasPrefix("_") && !Action.commonFields.contains(label),
        "An associated value of `\(Self.self).\(type)` needs a label of its own; this is \"\(label)\".")
    }
    return ActionSchema(type, found.required, optional: found.optional)
  }

  private static func decode(_ action: Action) throws(ActionError) -> (value: Self, labels: [String])? {
    let values = JSONObject(action.fields.filter { !Action.commonFields.contains($0.name) }.map { ($0.name, $0.value) })
    do {
      return try JSONCase(name: action.type, values: values).decoded(as: Self.self)
    } catch let mismatch as JSONMismatch {
      throw ActionError(mismatch, in: action)
    } catch {
      throw .invalid("bad-field", "`\(action.type)` has a wrong field: \(error).")
    }
  }
}

extension ActionConvertible where Self: Encodable {
  /// The action as JSON.
  public var action: Action {
    let form = JSONCase(of: self)
    return Action(form.name, form.values)
  }
}

extension NamedOutput where Self: Encodable {
  /// The name of the case.
  public var name: String { JSONCase(of: self).name }

  /// The associated values by their labels.
  public var value: JSONValue { .object(JSONCase(of: self).values) }
}

extension Action {
  /// The fields that every action can have.
  static let commonFields = ["type", "target", "source", "ifGone", "confirmed"]
}

extension ActionSchema {
  /// The schemas of the actions of a type: the given ones, and for the others those that the type declares.
  static func all<T: ActionConvertible>(
    of type: T.Type, _ actions: [String], instead given: [ActionSchema]
  ) -> [ActionSchema] {
    given + actions.filter { action in !given.contains { $0.type == action } }.compactMap(T.schema)
  }
}

extension ActionError {
  /// Creates the error of a field of another type, or of a missing one.
  fileprivate init(_ mismatch: JSONMismatch, in action: Action) {
    let (type, name) = (action.type, mismatch.pointer.text.dropFirst())
    let refused: ActionError =
      if let found = mismatch.found {
        .invalid("bad-field", "`\(name)` of `\(type)` must be \(mismatch.expected); it is \(found.kind).")
      } else {
        .invalid("missing-field", "`\(type)` needs `\(name)`.")
      }
    self = refused.moved(under: mismatch.pointer)
  }
}
