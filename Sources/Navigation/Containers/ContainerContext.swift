import JSON
import Reduction

/// A container that is offered an action: what its reducer sees beside the draft.
///
/// Names the container and does not hold it: a second reference would make the first step copy the whole list.
struct ContainerContext {
  let app: App
  let container: Container.ID
  let definition: ContainerDefinition
  /// The screen that acts, when the action names one; it stands in this container.
  let source: Screen.ID?
  /// The action names this container or a screen of it: nobody else is asked.
  let isMeant: Bool
  var destinationCheck = DestinationCheck.here

  /// From where something is opened, for the routes that do not lead everywhere.
  enum DestinationCheck {
    /// From where one is.
    case here
    /// From a route that one was on, before steps on the way.
    case from(String)
    /// It is a link, a step on the way, or the beginning of a session.
    case unguarded
  }
}

extension App {
  /// Refuses to open a route from one that does not lead to it.
  func checkMayOpen(_ route: String, from origin: String) throws(Refusal) {
    guard let allowed = routes[origin]?.destinations, !allowed.contains(route) else { return }
    throw .state(
      "destination-not-allowed",
      "\"\(origin)\" does not lead to \"\(route)\"; it leads to \(Self.list(allowed)).", isFinal: true)
  }
}

extension Refusal {
  /// The refusal of an action for a container that lies under something.
  static func covered(_ container: Container.ID, by top: Presented, remedy: String) -> Refusal {
    .state(
      "covered", "\"\(top.screen.route)\" is presented over \"\(container)\"; dismiss it, or \(remedy).",
      isFinal: true)
  }
}

/// The logic of one kind of container: pure, from an action to steps on the draft. Refuses before its first step.
typealias ContainerReducer = Reducer<Draft, NavigationAction, ContainerContext>

extension Container.Kind {
  var reducer: ContainerReducer {
    switch self {
    case .stack: .stack
    case .tabs: .tabs
    case .drawer: .drawer
    case .pages: .pages
    case .switch: .switch
    }
  }
}

extension ContainerContext {
  /// Index in the list of the screen that acts: the source, or else the selected one.
  func actingIndex(in draft: Draft) throws(Refusal) -> Int {
    guard let source else { return draft[container].selected }
    guard let index = draft[container].screens.lastIndex(where: { $0.id == source }) else {
      throw .state("not-in-list", "The screen \"\(source)\" is presented over \"\(container)\", not one of its list.")
    }
    return index
  }

  /// What is presented over a container hides it from actions that don't mean it, and with it those around it.
  func checkUncovered(in draft: Draft) throws(Refusal) {
    guard !isMeant, let top = draft[container].presented.last else { return }
    throw .covered(container, by: top, remedy: "name the container as `target`")
  }

  /// The definition of a route that this container takes and that may be opened from here.
  func destination(_ name: String) throws(Refusal) -> Route {
    guard definition.takes(name), let route = app.routes[name] else {
      throw .state(
        "route-not-taken",
        "\"\(container)\" does not take \"\(name)\"; it takes \(App.list(definition.routes ?? [])).")
    }
    return route
  }

  /// The route that one is on: that of the screen that acts, of what the named container shows, or of the current one.
  private func origin(in tree: Tree) -> String? {
    switch destinationCheck {
    case .unguarded: return nil
    case .from(let route): return route
    case .here: break
    }
    if let source, let screen = tree.screen(source) { return screen.route }
    return isMeant ? tree[container].focused.route : tree.current.route
  }

  /// Refuses, for good, to open what the screen that one is on does not lead to.
  func checkMayOpen(_ route: Route, in draft: Draft) throws(Refusal) {
    guard app.hasDestinations, let origin = origin(in: draft.tree) else { return }
    try app.checkMayOpen(route.name, from: origin)
  }

  /// A fresh screen for this container, which has none of its identity.
  ///
  /// - Parameter isStaying: Whether a screen that is there now stays beside the new one.
  func makeScreen(
    _ route: Route, _ params: JSONObject?, beside isStaying: (Screen.ID) -> Bool = { _ in true },
    in draft: inout Draft
  ) throws(Refusal) -> Screen {
    let depth = draft.tree.depth(of: container)
    let screen: Screen
    do throws(Refused) {
      screen = try app.makeScreen(route, params: params, depth: depth) { draft.makeID() }
    } catch {
      throw error.refusal
    }
    if route.identity != nil { try draft[container].checkUnique(route, with: screen.params, where: isStaying) }
    return screen
  }

  /// Gives a screen of this container other params, unless they are those of the identity of another.
  ///
  /// - Parameter isStaying: Whether a screen of the container stays.
  func setParams(
    of screen: Screen, _ route: Route, to params: JSONObject, beside isStaying: (Screen.ID) -> Bool = { _ in true },
    in draft: inout Draft
  ) throws(Refusal) {
    if route.identity(params) != route.identity(screen.params) {
      try draft[container].checkUnique(route, with: params) { $0 != screen.id && isStaying($0) }
    }
    draft.setParams(of: screen, to: params)
  }

  func params(
    of screen: Screen, _ route: Route, given: JSONObject?, merge: Bool
  ) throws(Refusal) -> JSONObject {
    do throws(Refused) {
      return try route.params(of: screen, given: given, merge: merge)
    } catch {
      throw error.refusal
    }
  }
}
