extension Tree {
  /// What a client can do without asking: what the buttons of a screen need to know.
  public struct Abilities: Sendable, Equatable {
    public var goBack = false
    public var pop = false
    public var dismiss = false
  }

  public var abilities: Abilities {
    var abilities = Abilities()
    root.add(to: &abilities)
    abilities.goBack = abilities.goBack || abilities.pop || abilities.dismiss
    return abilities
  }
}

extension Container {
  /// Its own, and those of what lies on the focus path from here.
  fileprivate func add(to abilities: inout Tree.Abilities) {
    if !presented.isEmpty {
      abilities.dismiss = true
    } else if kind == .stack, screens.count > 1 {
      abilities.pop = true
    }
    if focus.isOpen || focus.history.count > 1 { abilities.goBack = true }
    focusedContent?.add(to: &abilities)
  }
}
