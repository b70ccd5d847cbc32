extension Tree {
  /// The navigation actions that are currently possible, for the buttons of a client.
  public struct Abilities: Sendable, Equatable {
    /// Whether `goBack` applies.
    public var goBack = false
    /// Whether `pop` applies.
    public var pop = false
    /// Whether `dismiss` applies.
    public var dismiss = false
  }

  fileprivate func abilities(in app: App) -> Abilities {
    var abilities = Abilities(pop: root.pops(in: app) == true)
    root.add(to: &abilities, in: app)
    if !abilities.goBack, let visits = root.focus.visits { abilities.goBack = lastVisit(in: visits) != nil }
    return abilities
  }
}

extension Container {
  /// Adds `goBack` and `dismiss` of this container and of those inside on the focus path.
  fileprivate func add(to abilities: inout Tree.Abilities, in app: App) {
    if !presented.isEmpty {
      abilities.dismiss = true
      abilities.goBack = true
    } else if kind == .stack, screens.count > 1 {
      abilities.goBack = true
    }
    if focus.isOpen || previousIndex != nil || kind == .panes && selected > 0 { abilities.goBack = true }
    if canReturnToFormerParams(in: app) { abilities.goBack = true }
    focusedContent?.add(to: &abilities, in: app)
  }

  /// Whether a `pop` is performed, by the containers inside, this one or those in the other panes; nil: it is left to
  /// the containers around.
  fileprivate func pops(in app: App) -> Bool? {
    if let pops = focusedContent?.pops(in: app) { return pops }
    if canReturnToFormerParams(in: app) { return true }
    // The presented screen stops it.
    guard presented.isEmpty else { return false }
    if kind == .stack, screens.count > 1 { return true }
    return panes(beside: selected).lazy.compactMap { $0.content?.pops(in: app) }.first
  }

  /// Whether the focused screen has former params to which `goBack` and `pop` return.
  private func canReturnToFormerParams(in app: App) -> Bool {
    let count = presented.count
    let position = count > 0 ? ScreenPosition.presented(count - 1) : .listed(selected)
    return hasFormerParams(at: position) && !freeFormerParams(of: self[position], in: app).isEmpty
  }
}

extension App {
  /// Returns the navigation actions that are currently possible, for the buttons of a client.
  ///
  /// If the opener of a screen can refuse its removal, or clients cannot send all actions, each action that the tree
  /// allows is also tried.
  public func abilities(of tree: Tree) -> Tree.Abilities { abilities(of: tree, in: SessionContext(), at: 0) }

  /// - Parameters:
  ///   - session: The identity of the session, for expressions.
  ///   - now: The time for expressions, in milliseconds since 1970.
  package func abilities(
    of tree: Tree, in session: @autoclosure () -> SessionContext, at now: Int64
  ) -> Tree.Abilities {
    var abilities = tree.abilities(in: self)
    guard handlesClosed || clientNavigation != .all || recordsOpeners && handlesResults(tree) else { return abilities }
    var draft = Draft(tree)
    draft.begin(at: now)
    draft.session = session()
    abilities.goBack = abilities.goBack && accepts("goBack", draft)
    abilities.pop = abilities.pop && accepts("pop", draft)
    abilities.dismiss = abilities.dismiss && accepts("dismiss", draft)
    return abilities
  }

  /// Whether a focused screen has an opener that handles its result.
  private func handlesResults(_ tree: Tree) -> Bool {
    tree.focusedScreens.contains { screen in
      guard let opener = screen.opener.flatMap({ tree.screen($0) }), let logic = routes[opener.route]?.logic else {
        return false
      }
      return logic.onResult[screen.route] != nil || logic.onOtherResult != nil
    }
  }

  /// Whether an action is possible, be it with a confirmation.
  private func accepts(_ type: String, _ draft: Draft) -> Bool {
    var draft = draft
    do throws(ActionError) {
      try reduce(Action(type), &draft)
      return true
    } catch {
      return error.refusal.code == "confirmation-needed"
    }
  }
}
