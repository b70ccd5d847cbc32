import JSON

/// An action of the app's own that an app definition contains: its arguments, its condition and its steps.
public final class LogicAction: Sendable {
  /// The `type` of the action.
  public let type: String
  /// The arguments, in order.
  public let args: [Param]
  public let condition: Condition?
  /// Whether clients cannot send the action.
  public let isForBackend: Bool
  public let steps: [Step]
  /// A description of the effect, for people and agents; nil: the app gives none.
  public let description: String?

  /// Creates an action.
  public init(
    _ type: String, args: [Param] = [], condition: Condition? = nil, isForBackend: Bool = false, steps: [Step],
    description: String? = nil
  ) {
    self.type = type
    self.args = args
    self.condition = condition
    self.isForBackend = isForBackend
    self.steps = steps
    self.description = description
  }

  /// The names of fields that every action can have, which no argument can have.
  public static let reservedNames = ["type", "target", "source", "screen", "confirmed", "ifGone"]
}

extension LogicAction {
  /// The schema of the action, with its arguments as fields.
  var schema: ActionSchema {
    func fields(_ args: [Param]) -> JSONObject { JSONObject(args.map { ($0.name, $0.schema(default: nil)) }) }
    var schema = ActionSchema(type, fields(args.filter { !$0.isOptional }), optional: fields(args.filter(\.isOptional)))
    schema.isForBackend = isForBackend
    schema.description = description
    return schema
  }
}

extension [String: LogicAction] {
  /// The action of exactly that type, where the dictionary also finds one whose type only looks the same.
  subscript(exactly type: String) -> LogicAction? { self[type].flatMap { $0.type.isIdentical(to: type) ? $0 : nil } }
}

extension AppLogic {
  /// The actions by name.
  var sortedActions: [LogicAction] { actions.values.sorted { $0.type < $1.type } }
}

extension RouteLogic {
  /// The actions by name.
  var sortedActions: [LogicAction] { actions.values.sorted { $0.type < $1.type } }
}

/// A condition, with the message of its refusal.
public struct Condition: Sendable {
  public let expression: Expression
  public let message: TextTemplate?

  /// Creates a condition.
  public init(_ expression: Expression, message: TextTemplate? = nil) {
    self.expression = expression
    self.message = message
  }
}
