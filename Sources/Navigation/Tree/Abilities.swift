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

  var abilities: Abilities {
    var abilities = Abilities()
    root.add(to: &abilities)
    return abilities
  }
}

extension Container {
  /// Adds the abilities of this container and of those inside on the focus path, of which the deepest has precedence.
  fileprivate func add(to abilities: inout Tree.Abilities) {
    if !presented.isEmpty {
      // The presented screen hides this container, and those around it, from a `pop`.
      abilities.pop = false
      abilities.dismiss = true
      abilities.goBack = true
    } else if kind == .stack, screens.count > 1 {
      abilities.pop = true
      abilities.goBack = true
    }
    if focus.isOpen || previousIndex != nil { abilities.goBack = true }
    focusedContent?.add(to: &abilities)
  }
}

extension App {
  /// Returns the navigation actions that are currently possible, for the buttons of a client.
  ///
  /// If a feature can refuse the removal of a screen, each action that the tree allows is also tried.
  public func abilities(of tree: Tree) -> Tree.Abilities {
    var abilities = tree.abilities
    if hearsClosed {
      abilities.goBack = abilities.goBack && takes("goBack", tree)
      abilities.pop = abilities.pop && takes("pop", tree)
      abilities.dismiss = abilities.dismiss && takes("dismiss", tree)
    }
    return abilities
  }

  private func takes(_ type: String, _ tree: Tree) -> Bool {
    var draft = Draft(tree)
    do throws(Refused) {
      try reduce(Action(type), &draft)
      return true
    } catch {
      return false
    }
  }
}
