import Reduction

/// The logic of a kind of container: from an action to steps on the draft. Refuses before its first step.
typealias ContainerReducer = Reducer<Draft, NavigationAction, ContainerContext>

extension Container.Kind {
  var reducer: ContainerReducer {
    switch self {
    case .stack: .stack
    case .switch: .switch
    case .tabs, .drawer, .pages, .panes: .list
    }
  }
}

extension ContainerReducer {
  /// The refusal of an action that does not apply to this kind of container.
  static func notFor(_ kind: Container.Kind, _ action: NavigationAction) -> Refusal {
    if case .goBack = action {
      return .state("nothing-to-go-back-to", "A \(kind.rawValue) container has no screen to go back to.")
    }
    let types = kind.ownTypes.map { "`\($0)`" }.joined(separator: ", ")
    return .state(
      "not-for-this-kind",
      "Action `\(action.type)` does not apply to a \(kind.rawValue) container; it takes \(types).")
  }
}

extension Container.Kind {
  /// The actions of this kind of container, without those of all kinds.
  package var ownTypes: [String] {
    let steps = ["selectNext", "selectPrevious", "selectFirst", "selectLast"]
    return switch self {
    case .stack: ["push", "pop", "popTo", "popToRoot", "replace", "navigate", "insert"]
    case .tabs, .panes: ["select", "navigate"] + steps
    case .drawer: ["select", "navigate", "openDrawer", "closeDrawer", "toggleDrawer"]
    case .pages: ["select"] + steps
    case .switch: ["switchTo"]
    }
  }
}
