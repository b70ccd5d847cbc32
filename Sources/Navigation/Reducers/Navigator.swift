import JSON
import Reduction

/// Performs navigation actions in the container that an action names, or else in the deepest container on the focus
/// path to which it applies.
struct Navigator {
  let app: App
  var target = ActionTarget()
  var destinationCheck = ContainerContext.DestinationCheck.here
  /// The screen that acts, where it is in another pane than the container to which the action is offered.
  var actor: Screen.ID?

  func perform(_ action: NavigationAction, _ draft: inout Draft) throws(ActionError) {
    try action.check(in: app)
    switch action {
    case .route(let goal, let policy):
      let isUnguarded = if case .unguarded = destinationCheck { true } else { false }
      try RouteNavigator(app: app, target: target, policy: policy, isUnguarded: isUnguarded).navigate(to: goal, &draft)
    case .dismiss(let id?, _): try dismiss(id, &draft)
    case .dismissAll: try dismissAll(&draft)
    case .remove(let id, let isReported):
      if isReported, draft.tree.screen(id) == nil { return }
      try remove(id, &draft)
    case .setParams(let params): try setParams(params, merge: true, &draft)
    case .pushParams(let params): try setParams(params, merge: true, keepsFormer: true, &draft)
    case .replaceParams(let params): try setParams(params, merge: false, &draft)
    case .reset(let navigation): try reset(navigation, &draft)
    default: try offer(action, &draft)
    }
  }

  /// Offers an action to the named container, or to those of the focus path until one accepts it.
  func offer(_ action: NavigationAction, _ draft: inout Draft) throws(ActionError) {
    if case .goBack = action, goesBackFromCurrent(in: draft.tree) { return try goBack(&draft) }
    if let container = try target.container(in: draft.tree) {
      if target.isPassedOn { return try offer(action, outwardFrom: container, &draft) }
      return try goTo(container, action, &draft)
    }
    try offerToFocused(action, &draft)
  }

  /// Offers an action to the containers of the focus path, the deepest first.
  func offerToFocused(_ action: NavigationAction, _ draft: inout Draft) throws(ActionError) {
    var deepest: ActionError?
    for container in draft.tree.focusPath.reversed() {
      if try isTaken(action, by: container, &draft, or: &deepest) { return }
      let beside = draft[container].selected
      if try isTaken(action, byPanesOf: container, beside: beside, &draft, or: &deepest) { return }
    }
    throw refusal(of: action, deepest, outwardFrom: draft.tree.focusPath.last, in: draft.tree)
  }

  /// Offers an action to a container.
  ///
  /// - Parameter deepest: The first refusal, which is that of the deepest container.
  /// - Returns: false when it is left to the next container.
  func isTaken(
    _ action: NavigationAction, by container: Container.ID, _ draft: inout Draft, or deepest: inout ActionError?
  ) throws(ActionError) -> Bool {
    do throws(ActionError) {
      try goTo(container, action, &draft)
      return true
    } catch {
      if error.refusal.isFinal { throw error }
      deepest = deepest ?? error
      return false
    }
  }

  /// Offers an action to a container. As in React Navigation, `navigate` also focuses the containers around it, and so
  /// closes their drawers.
  private func goTo(
    _ container: Container.ID, _ action: NavigationAction, _ draft: inout Draft
  ) throws(ActionError) {
    try offer(action, to: container, &draft)
    guard case .navigate = action else { return }
    // A step of a screen in the background stays there.
    if !target.isPassedOn || draft.tree.focusPath.contains(container) { bringToFront(container, &draft) }
  }

  /// Offers an action of a step to the container of the screen that acts, then to those around it.
  private func offer(
    _ action: NavigationAction, outwardFrom first: Container.ID, _ draft: inout Draft
  ) throws(ActionError) {
    var deepest: ActionError?
    var (container, navigator) = (first, self)
    while true {
      if try navigator.isTaken(action, by: container, &draft, or: &deepest) { return }
      let beside = draft[container].screens.firstIndex { $0.id == navigator.target.source }
      if let beside, try isTaken(action, byPanesOf: container, beside: beside, &draft, or: &deepest) { return }
      guard let screen = draft.tree.screen(whoseContentIs: container),
        let around = draft.tree.container(holding: screen.id)
      else { break }
      (container, navigator.target.source) = (around.id, screen.id)
    }
    throw refusal(of: action, deepest, outwardFrom: first, in: draft.tree)
  }

  /// Performs an action in one container.
  func offer(_ action: NavigationAction, to container: Container.ID, _ draft: inout Draft) throws(ActionError) {
    let context = context(of: container, in: draft.tree)
    let reducer = draft[container].kind.reducer
    do throws(Refusal) {
      if context.returnToFormerParams(by: action, in: &draft) { return }
      if action.isStoppedByPresented { try context.checkUncovered(in: draft) }
      if try context.presentation(of: action, in: &draft) { return }
      _ = try reducer.reduce(&draft, action, context)
    } catch {
      throw .byReducer(error)
    }
  }

  func context(of container: Container.ID, in tree: Tree) -> ContainerContext {
    ContainerContext(
      app: app, container: container, definition: app.definition(of: container, in: tree), source: target.source,
      isMeant: target.isNamed, actor: actor, destinationCheck: destinationCheck)
  }
}
