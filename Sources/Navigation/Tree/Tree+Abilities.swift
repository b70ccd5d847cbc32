extension Tree {
  /// What a client can do without asking: what the buttons of a screen need to know.
  public struct Abilities: Sendable, Equatable {
    public var goBack = false
    public var pop = false
    public var dismiss = false
  }

  var abilities: Abilities {
    var abilities = Abilities()
    root.add(to: &abilities)
    return abilities
  }

  /// The outermost open drawer that shows a screen of its list: that screen, and all within it, lies behind the drawer.
  var openDrawer: Container.ID? { root.openDrawer }
}

extension Container {
  /// Its own, and those of what lies on the focus path from here: where the containers differ, the deepest decides.
  fileprivate func add(to abilities: inout Tree.Abilities) {
    if !presented.isEmpty {
      // It hides this container from a `pop`, and those around it.
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
