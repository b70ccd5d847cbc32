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

  /// The outermost open drawer with a focused screen of its list: that screen and its content are behind the drawer.
  var openDrawer: Container.ID? { root.openDrawer }
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

  fileprivate var openDrawer: ID? {
    if focus.isOpen, presented.isEmpty { return id }
    return focusedContent?.openDrawer
  }
}
