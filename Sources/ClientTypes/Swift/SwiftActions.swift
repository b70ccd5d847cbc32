/// Writes the actions of an app as an enumeration in Swift.
struct SwiftActions {
  private var scope = SwiftScope(depth: 2)
  private var names = SwiftNames()
  /// The lines of the declarations of the cases, and those of the switch that encodes them.
  private var (cases, encoding) = ([String](), [String]())

  static func declare(_ actions: [ClientField], in scope: inout SwiftScope) {
    guard !actions.isEmpty else { return }
    var writer = SwiftActions()
    for action in actions { writer.add(action) }
    let encode = SwiftWriter.block(
      "func encode(to encoder: any Encoder) throws",
      ["var members = encoder.container(keyedBy: MemberKey.self)", "switch self {"] + writer.encoding + ["}"], depth: 2)
    scope.declare(
      SwiftWriter.block(
        "enum AppAction: Encodable, Hashable, Sendable", writer.cases, [encode] + writer.scope.declarations, depth: 1,
        text: "The actions of the app, encoded as `POST S/actions` accepts them."))
  }

  private mutating func add(_ action: ClientField) {
    let forms = if case .union(let forms) = action.type { forms } else { [action.type] }
    if let text = action.text { cases.append("/// \(text)") }
    for form in forms {
      if case .object(let fields) = form { add(action.name, fields) } else { addOpen(action.name) }
    }
  }

  private mutating func add(_ action: String, _ fields: [ClientField]) {
    let name = SwiftNames.quoted(names.member(action))
    // The names of a variable and of the parameter of the generated `encode(to:)`.
    var labels = SwiftNames(taken: ["members", "encoder"])
    let arguments = fields.map { field in
      (
        label: SwiftNames.quoted(labels.member(field.name)),
        type: scope.type(of: field, named: "\(action)-\(field.name)"), field: field
      )
    }
    let list = arguments.map { "\($0.label): \($0.type)\($0.field.isOptional ? " = nil" : "")" }
    cases.append("case \(name)" + (list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"))
    let bindings = arguments.map { "let \($0.label)" }.joined(separator: ", ")
    encoding.append("case .\(name)\(bindings.isEmpty ? "" : "(\(bindings))"):")
    encode(type: action)
    for (label, _, field) in arguments {
      let encode = field.isOptional ? "encodeIfPresent" : "encode"
      encoding.append("  try members.\(encode)(\(label), forKey: \(SwiftWriter.literal(field.name)))")
    }
  }

  /// Adds an action whose arguments are not declared.
  private mutating func addOpen(_ action: String) {
    let name = SwiftNames.quoted(names.member(action))
    cases.append("case \(name)([String: JSONValue] = [:])")
    encoding.append("case .\(name)(let arguments):")
    encoding.append("  for (name, value) in arguments {")
    encoding.append("    try members.encode(value, forKey: MemberKey(stringValue: name))")
    encoding.append("  }")
    encode(type: action)
  }

  private mutating func encode(type: String) {
    encoding.append("  try members.encode(\(SwiftWriter.literal(type)), forKey: \"type\")")
  }
}
