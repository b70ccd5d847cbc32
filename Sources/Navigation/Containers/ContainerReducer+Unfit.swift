import Reduction

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
  fileprivate var ownTypes: [String] {
    let steps = ["selectNext", "selectPrevious", "selectFirst", "selectLast"]
    return switch self {
    case .stack: ["push", "pop", "popTo", "popToRoot", "replace", "navigate", "insert"]
    case .tabs: ["select", "navigate"] + steps
    case .drawer: ["select", "navigate", "openDrawer", "closeDrawer", "toggleDrawer"]
    case .pages: ["select"] + steps
    case .switch: ["switchTo"]
    }
  }
}

extension NavigationAction {
  /// The `type` of the action.
  var type: String {
    switch self {
    case .push: "push"
    case .pop: "pop"
    case .popTo: "popTo"
    case .popToRoot: "popToRoot"
    case .replace: "replace"
    case .navigate: "navigate"
    case .insert: "insert"
    case .remove: "remove"
    case .reset: "reset"
    case .goBack: "goBack"
    case .setParams: "setParams"
    case .replaceParams: "replaceParams"
    case .route: "route"
    case .select: "select"
    case .selectNext: "selectNext"
    case .selectPrevious: "selectPrevious"
    case .selectFirst: "selectFirst"
    case .selectLast: "selectLast"
    case .openDrawer: "openDrawer"
    case .closeDrawer: "closeDrawer"
    case .toggleDrawer: "toggleDrawer"
    case .switchTo: "switchTo"
    case .present: "present"
    case .dismiss: "dismiss"
    case .dismissAll: "dismissAll"
    }
  }

  /// Whether a presented screen keeps the action from reaching the container, unless the action names it.
  var isStoppedByPresented: Bool {
    switch self {
    case .push, .pop, .popTo, .popToRoot, .replace, .insert, .reset: true
    default: false
    }
  }
}
