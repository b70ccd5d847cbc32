extension Tree {
  /// What a client can do without asking: what the buttons of a screen need to know.
  public struct Abilities: Sendable, Equatable {
    public var goBack = false
    public var pop = false
    public var dismiss = false
  }

  public var abilities: Abilities {
    var abilities = Abilities()
    var next: Container? = root
    while let container = next {
      if !container.presented.isEmpty {
        abilities.dismiss = true
      } else if container.kind == .stack, container.screens.count > 1 {
        abilities.pop = true
      }
      if container.focus.isOpen || container.focus.history.count > 1 { abilities.goBack = true }
      next = container.focused.content
    }
    abilities.goBack = abilities.goBack || abilities.pop || abilities.dismiss
    return abilities
  }
}
