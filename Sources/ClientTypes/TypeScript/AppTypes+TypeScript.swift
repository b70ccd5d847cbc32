extension AppTypes {
  /// The types as an interface in TypeScript (4.0 or later).
  package var typeScript: String {
    let members = [
      ClientField(name: "routes", type: .object(routes.map(\.withParams))),
      ClientField(name: "actions", type: .object(actions.map(\.withParams))),
      ClientField(name: "data", type: data),
      ClientField(name: "states", type: .object(states.filter { !$0.type.isEmpty })),
    ]
    let outputs = outputs.map { TypeScriptWriter.member($0, indent: 2) }
    let lines =
      members.map { TypeScriptWriter.member($0, indent: 1) }
      + ["  outputs: " + TypeScriptWriter.braces(outputs + (hasOtherOutputs ? ["    [name: string]: unknown"] : []), 1)]
    return "\(TypeScriptWriter.comment(summary))\nexport interface \(name) {\n\(lines.joined(separator: "\n"))\n}\n"
  }
}

extension ClientField {
  /// Params or arguments of which nothing is known are none.
  fileprivate var withParams: ClientField {
    type == .map(.unknown) ? ClientField(name: name, type: .object([]), text: text) : self
  }
}
