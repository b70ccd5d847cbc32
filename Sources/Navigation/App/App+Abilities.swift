extension App {
  /// What the buttons of a client need to know. Where screens hear of those that close and may refuse it, what the tree
  /// allows is tried.
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
