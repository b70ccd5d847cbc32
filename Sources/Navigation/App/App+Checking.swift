import JSON

extension App {
  /// Checks that this app can have a stored or received tree: its routes, the kinds of its containers, its data.
  ///
  /// - Parameter isNew: Whether the tree has screens or containers that were not checked before.
  package func check(_ tree: Tree, isNew: Bool) throws(EditMismatch) {
    if isNew { try check(tree.root, is: root) }
    // A feature of the app may store any value there.
    guard tree.data.objectValue != nil || feature?.data != nil else {
      throw EditMismatch("the data is \(tree.data.kind); `\(name)` needs an object")
    }
  }

  private func check(
    _ container: Container, is definition: ContainerDefinition, depth: Int = 1
  ) throws(EditMismatch) {
    guard container.kind == definition.kind else {
      throw EditMismatch(
        "\(container.id) is of the kind \(container.kind.rawValue); `\(name)` has \(definition.kind.rawValue) there")
    }
    guard (container.focus.visits != nil) == (definition.initialVisits(atDepth: depth) != nil) else {
      throw EditMismatch("\(container.id) has visits, or lacks them, unlike the definition of `\(name)`")
    }
    for screen in container.screens { try check(screen, depth) }
    for presented in container.presented { try check(presented.screen, depth) }
  }

  private func check(_ screen: Screen, _ depth: Int) throws(EditMismatch) {
    guard let route = routes[screen.route] else { throw EditMismatch("`\(name)` has no route \"\(screen.route)\"") }
    guard let content = screen.content else { return }
    guard let definition = route.content else {
      throw EditMismatch("\(screen.id) holds a container, which the route \"\(screen.route)\" does not")
    }
    try check(content, is: definition, depth: depth + 1)
  }

  /// Refuses to open a route from a screen while the condition in `to` does not hold.
  func checkCondition(to route: String, from screen: Screen, _ draft: Draft) throws(ActionError) {
    guard let condition = routes[screen.route]?.destinationConditions[route] else { return }
    var reducer = ActionReducer(app: self)
    let scope = LogicScope(screen: screen.id, former: screen)
    if try reducer.holds(condition.expression, scope, draft) { return }
    throw try reducer.refusal(by: condition, "destination-not-allowed", "Opening \"\(route)\"", scope, draft)
  }
}
