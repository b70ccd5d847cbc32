import JSON

/// An action of navigation, which every app has.
///
/// | Container | Actions |
/// | --- | --- |
/// | stack | `push`, `pop`, `popTo`, `popToRoot`, `replace`, `navigate`, `insert` |
/// | tabs, panes | `select`, `navigate`, `selectNext`, `selectPrevious`, `selectFirst`, `selectLast` |
/// | drawer | `select`, `navigate`, `openDrawer`, `closeDrawer`, `toggleDrawer` |
/// | pages | `select`, `selectNext`, `selectPrevious`, `selectFirst`, `selectLast` |
/// | switch | `switchTo` |
/// | any | `goBack`, `present`, `dismiss`, `dismissAll`, `remove`, `reset`, `setParams`, `replaceParams`, `pushParams`, `route` |
///
/// An action without `target` and `source` is offered to the containers of the focus path, the deepest first, until one
/// accepts it.
public enum NavigationAction: Sendable, Equatable {
  case push(Destination)
  case pop(count: Int)
  case popTo(Match, params: JSONObject?, merge: Bool, ifAbsent: IfAbsent)
  case popToRoot
  case replace(Destination)
  case navigate(Destination, merge: Bool, pop: Bool)
  case insert(Destination, index: Int)
  /// With `isReported`, the client has removed the screen already; a screen that is gone is then no error.
  case remove(Screen.ID, isReported: Bool)
  case reset(JSONObject)
  case goBack
  case setParams(JSONObject)
  case replaceParams(JSONObject)
  /// As `setParams`, and `goBack` returns to the former params.
  case pushParams(JSONObject)
  case route(Goal, policy: Policy)
  case select(Match, params: JSONObject?, merge: Bool)
  case selectNext(circular: Bool)
  case selectPrevious(circular: Bool)
  case selectFirst
  case selectLast
  case openDrawer
  case closeDrawer
  case toggleDrawer
  case switchTo(Destination)
  case present(Destination, style: Presented.Style?, replacing: Bool)
  case dismiss(id: Screen.ID?, count: Int)
  case dismissAll

  /// The route to open, with the params of its new screen.
  public struct Destination: Sendable, Equatable {
    /// The name of the route.
    public let route: String
    /// The params; nil when none were passed, which `popTo` and `navigate` distinguish from empty ones.
    public let params: JSONObject?
  }

  /// The destination of `route`.
  public enum Goal: Sendable, Equatable {
    case route(Destination)
    case url(String)
  }

  /// The transition of `route` to its destination.
  public enum Policy: String, Sendable, CaseIterable {
    /// Opens a new screen on top of the current ones.
    case push
    /// Returns to an existing screen of the destination, if there is one.
    case navigate
    /// Replaces all screens, beginning with the initial ones.
    case reset
  }

  /// The criterion by which `popTo` and `select` find a screen.
  public enum Match: Sendable, Equatable {
    case route(String)
    case id(Screen.ID)
    case index(Int)
  }

  /// The effect of `popTo` when no screen matches.
  public enum IfAbsent: String, Sendable, CaseIterable {
    case refuse, replace, push
  }
}

extension NavigationAction {
  /// The `type`s of the navigation actions.
  public static let types = schemas.map(\.type).filter { $0 != "screen" }

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
    case .pushParams: "pushParams"
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
