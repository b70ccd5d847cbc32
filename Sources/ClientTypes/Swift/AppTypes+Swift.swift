extension AppTypes {
  /// The types in Swift (6.0 or later), without further modules.
  package var swift: String {
    var scope = SwiftScope(depth: 1)
    for (route, state) in zip(routes, states) { declare(route, state, in: &scope) }
    SwiftActions.declare(actions, in: &scope)
    declareData(in: &scope)
    SwiftOutputs.declare(outputs, in: &scope)
    if !actions.isEmpty || !outputs.isEmpty { scope.declare(SwiftText.memberKey) }
    if scope.declarations.contains(where: { $0.contains("JSONValue") }) { scope.declare(SwiftText.jsonValue) }
    let header = ["static let app = \(SwiftWriter.literal(app))", "static let version = \(version)"]
    return SwiftWriter.block("enum \(swiftName)", header, scope.declarations, depth: 0, text: summary) + "\n"
  }

  private var swiftName: String {
    var names = SwiftNames()
    return names.type(name)
  }

  private func declare(_ route: ClientField, _ state: ClientField, in scope: inout SwiftScope) {
    let fields = if case .object(let fields) = route.type { fields } else { [ClientField]() }
    let text = "The params of \"\(route.name)\"." + (route.text.map { " \($0)" } ?? "")
    scope.declare(
      SwiftWriter.structure(
        scope.names.type(route.name), fields, depth: 1,
        header: ["static let route = \(SwiftWriter.literal(route.name))"], text: text
      ) { nested in
        if !state.type.isEmpty, case .object = state.type { _ = nested.type(state.type, named: "State") }
      })
  }

  private func declareData(in scope: inout SwiftScope) {
    if case .object(let fields) = data {
      scope.declare(SwiftWriter.structure("AppData", fields, depth: 1, text: "The data of a session."))
    } else {
      scope.declare("  /// The data of a session.\n  typealias AppData = \(scope.type(data, named: "Data"))")
    }
  }
}
