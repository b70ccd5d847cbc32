import JSON
import Reduction

/// An action of a feature, which clients send as JSON.
///
/// ```swift
/// enum CountAction: ActionConvertible {
///   case add(Int)
///
///   init?(_ action: Action) throws(ActionError) {
///     guard action.type == "add" else { return nil }
///     var fields = FieldReader(action)
///     self = .add(try fields.require(fields.integer("by"), "by"))
///     try fields.finish(["by"])
///   }
///
///   var action: Action {
///     switch self { case .add(let number): Action("add", ["by": .integer(Int64(number))]) }
///   }
/// }
/// ```
/// An enum that is `Codable` as well needs no conversion of its own.
public protocol ActionConvertible: Sendable {
  /// Reads an action; nil when it is not an action of this feature.
  ///
  /// - Throws: `ActionError` when a field is missing, unknown or of the wrong type.
  init?(_ action: Action) throws(ActionError)
  /// The action as JSON, as ``init(_:)`` reads it.
  var action: Action { get }
  /// Returns the schema of the actions of that `type`; nil, the default, when none is declared.
  static func schema(of type: String) -> ActionSchema?
}

extension ActionConvertible {
  /// No schema.
  public static func schema(of type: String) -> ActionSchema? { nil }
}

/// An output of a feature, which clients receive as JSON. An enum that is `Codable` as well needs no conversion of its own.
public protocol NamedOutput: Output {
  /// The name of the output.
  var name: String { get }
  /// The value of the output.
  var value: JSONValue { get }
}
