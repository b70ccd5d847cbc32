import JSON
import Reduction

/// The environment of a container's reducer: the container to which an action is offered.
///
/// Holds the container's id instead of the container, since a second reference would make the first step copy the list.
struct ContainerContext {
  let app: App
  let container: Container.ID
  let definition: ContainerDefinition
  /// The screen of this container that the action names as its source, if any.
  let source: Screen.ID?
  /// Whether the action names this container or a screen of it, so that no other container is tried.
  let isMeant: Bool
  /// The screen that acts, where it is in another pane.
  var actor: Screen.ID?
  var destinationCheck = DestinationCheck.here

  /// The screen from which a route is opened, for routes that limit their destinations.
  enum DestinationCheck {
    /// The current screen.
    case here
    /// The current screen, for an action of the app's router. A screen without destinations is closed to clients alone.
    case ofApp
    /// The route that was current before intermediate steps.
    case from(Screen)
    /// No check: a link, an intermediate step, or the start of a session.
    case unguarded
  }
}

extension Refusal {
  /// The refusal of an action for a container that is covered by a presented screen.
  static func covered(_ container: Container.ID, by top: Presented, remedy: String) -> Refusal {
    .state(
      "covered", "\"\(top.screen.route)\" is presented over \"\(container)\"; dismiss it, or \(remedy).",
      isFinal: true)
  }
}

extension ContainerContext {
  /// The index of the acting screen in the list: the source, or else the selected one.
  func actingIndex(in draft: Draft) throws(Refusal) -> Int {
    guard let source else { return draft[container].selected }
    if let index = draft[container].screens.lastIndex(where: { $0.id == source }) { return index }
    throw .state("not-in-list", "The screen \"\(source)\" is presented over \"\(container)\", not one of its list.")
  }

  /// Refuses an action for a covered container or one around it, unless the action names the container.
  func checkUncovered(in draft: Draft) throws(Refusal) {
    guard !isMeant, let top = draft[container].presented.last else { return }
    throw .covered(container, by: top, remedy: "name the container as `target`")
  }

  /// Returns a route that this container accepts and that can be opened from the current one.
  func destination(_ name: String) throws(Refusal) -> Route {
    let route = app.route(exactly: name)
    if let route, definition.accepts(name) { return route }
    guard route?.isPresented != true else {
      throw .state("route-not-taken", "\"\(name)\" is presented over containers; send `present` or `route` with it.")
    }
    throw .state(
      "route-not-taken", "\"\(container)\" does not take \"\(name)\"; it takes \(App.list(definition.routes ?? [])).")
  }

  /// The screen from which an action opens others: its source, that of the named container, or the current screen.
  private func origin(in tree: Tree) -> Screen {
    if let source = source ?? actor, let screen = tree.screen(source) { return screen }
    return isMeant ? tree[container].focused : tree.current
  }

  /// Refuses, finally, a route that the current screen does not lead to.
  func checkMayOpen(_ route: Route, in draft: Draft) throws(Refusal) {
    guard app.hasDestinations else { return }
    let origin: Screen
    switch destinationCheck {
    case .unguarded: return
    case .from(let screen): origin = screen
    case .here, .ofApp: origin = self.origin(in: draft.tree)
    }
    try app.routes[origin.route]?.checkLeads(to: route.name, destinationCheck)
    do throws(ActionError) {
      try app.checkCondition(to: route.name, from: origin, draft)
    } catch {
      throw error.refusal
    }
  }

  /// Creates a screen for this container, and checks that its identity is unique.
  ///
  /// - Parameter isStaying: Whether an existing screen stays beside the new one.
  func makeScreen(
    _ route: Route, _ params: JSONObject?, beside isStaying: (Screen.ID) -> Bool = { _ in true },
    in draft: inout Draft
  ) throws(Refusal) -> Screen {
    let depth = draft.tree.depth(of: container)
    var screen: Screen
    do throws(ActionError) {
      screen = try app.makeScreen(route, params: params, depth: depth) { draft.makeID() }
    } catch {
      throw error.refusal
    }
    if app.recordsOpeners { screen.opener = opener(beside: isStaying, in: draft) }
    if route.identity != nil { try draft[container].checkUnique(route, with: screen.params, where: isStaying) }
    return screen
  }

  /// The screen that opens a new one: the acting or the current one, in whatever container. A screen that is replaced hands
  /// over the screen that opened it.
  private func opener(beside isStaying: (Screen.ID) -> Bool, in draft: Draft) -> Screen.ID? {
    let origin = (source ?? actor).flatMap { draft.tree.screen($0) } ?? draft.tree.current
    return isStaying(origin.id) ? origin.id : origin.opener
  }

  /// Changes the params of a screen, unless another screen has the resulting identity.
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

  func params(of screen: Screen, _ route: Route, given: JSONObject?, merge: Bool) throws(Refusal) -> JSONObject {
    do throws(ActionError) { return try route.params(of: screen, given: given, merge: merge) } catch {
      throw error.refusal
    }
  }
}
