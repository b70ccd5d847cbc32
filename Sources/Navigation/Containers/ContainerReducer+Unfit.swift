import Reduction

extension ContainerReducer {
  /// The refusal of an action that another kind of container takes; of `goBack`, that there is nothing to go back to.
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
  /// The actions that a container of this kind takes, beside those of all kinds.
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
  /// The `type` that it is sent with.
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

  /// Whether it does not reach a container that something is presented over, unless that is named.
  var isStoppedByPresented: Bool {
    switch self {
    case .push, .pop, .popTo, .popToRoot, .replace, .insert, .reset: true
    default: false
    }
  }
}
