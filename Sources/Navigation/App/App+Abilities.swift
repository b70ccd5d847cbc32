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
