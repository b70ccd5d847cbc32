import JSON
import Reduction

/// The navigation actions that clients can send. Backends, reducers, routers and timers can use all of them.
///
/// ```swift
/// App("quiz", version: 1, root: root, routes: routes, clientNavigation: [.pop, .goBack])
/// ```
public struct ClientNavigation: OptionSet, Sendable {
  /// A bit for each action, in the order of ``NavigationAction/types``.
  public let rawValue: Int

  /// Creates a selection from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Every action.
  public static let all = Self(rawValue: (1 << NavigationAction.types.count) - 1)
  /// No action: clients send only those of features.
  public static let none: Self = []

  public static let push = Self("push"), pop = Self("pop"), popTo = Self("popTo"), popToRoot = Self("popToRoot")
  public static let replace = Self("replace"), navigate = Self("navigate"), insert = Self("insert")
  public static let remove = Self("remove"), reset = Self("reset"), goBack = Self("goBack"), route = Self("route")
  public static let setParams = Self("setParams"), replaceParams = Self("replaceParams")
  public static let pushParams = Self("pushParams"), select = Self("select")
  public static let selectNext = Self("selectNext"), selectPrevious = Self("selectPrevious")
  public static let selectFirst = Self("selectFirst"), selectLast = Self("selectLast")
  public static let openDrawer = Self("openDrawer"), closeDrawer = Self("closeDrawer")
  public static let toggleDrawer = Self("toggleDrawer"), switchTo = Self("switchTo"), present = Self("present")
  public static let dismiss = Self("dismiss"), dismissAll = Self("dismissAll")

  private init(_ type: String) {
    self.init(rawValue: NavigationAction.types.firstIndex(of: type).map { 1 << $0 } ?? 0)
  }

  func allows(_ action: NavigationAction) -> Bool { self == .all || contains(Self(action.type)) }

  /// The `type`s of the actions, for messages.
  private var list: String { App.list(NavigationAction.types.filter { contains(Self($0)) }) }

  /// Refuses an action of a client that is not among these.
  ///
  /// - Parameter subject: The app or the route.
  func check(_ action: NavigationAction, of subject: @autoclosure () -> String) throws(ActionError) {
    if allows(action) { return }
    throw .notForClients(
      "Clients cannot send `\(action.type)` to \(subject()); of the navigation actions it takes \(list). The admin token "
        + "and tokens of the role `backend` can send all of them.", at: JSONPointer().appending(name: "type"))
  }
}

extension ActionReducer {
  /// Refuses an action of a client that opens a screen which clients cannot open in this way.
  func checkClient(_ action: NavigationAction, mayOpen entries: [ScreenChanges.Entry]) throws(ActionError) {
    for entry in entries where !entry.isInitial {
      try app.routes[entry.route]?.clientNavigation.check(action, of: "screens of \"\(entry.route)\"")
    }
  }
}
