import JSON
import Reduction

extension App {
  /// Finds the container for a navigation action: the named one, or else the deepest container on the focus path to
  /// which the action applies.
  func navigate(
    _ action: NavigationAction, target: Container.ID?, source: Screen.ID?, _ draft: inout Draft
  ) throws(Refused) {
    try check(action)
    switch action {
    case .route(let goal, let policy): try travel(to: goal, policy, target, source, &draft)
    case .dismiss(let id?, _): try dismiss(id, target, &draft)
    case .dismissAll: try dismissAll(target, source, &draft)
    case .remove(let id, let isReported):
      if isReported, draft.tree.screen(id) == nil { return }
      try remove(id, target, source, &draft)
    case .setParams(let params): try setParams(params, merge: true, target, source, &draft)
    case .replaceParams(let params): try setParams(params, merge: false, target, source, &draft)
    case .reset(let navigation): try reset(navigation, target, source, &draft)
    default: try offer(action, target, source, &draft)
    }
  }

  /// Checks the parts of an action that do not depend on the state: its routes and params.
  func check(_ action: NavigationAction) throws(Refused) {
    switch action {
    case .push(let destination), .replace(let destination), .insert(let destination, _), .switchTo(let destination),
      .present(let destination, _, _), .route(.route(let destination), _):
      try route(named: destination.route).checkNew(destination.params)
    case .navigate(let destination, let merge, _):
      let route = try route(named: destination.route)
      if merge { try route.checkMerged(destination.params ?? [:]) } else { try route.checkNew(destination.params) }
    case .popTo(.route(let name), let params, let merge, _), .select(.route(let name), let params, let merge):
      let route = try route(named: name)
      guard let params else { return }
      if merge { try route.checkMerged(params) } else { try route.checkNew(params) }
    default:
      break
    }
  }

  func offer(
    _ action: NavigationAction, _ target: Container.ID?, _ source: Screen.ID?,
    destinationCheck: ContainerContext.DestinationCheck = .here,
    _ draft: inout Draft
  ) throws(Refused) {
    if let meant = try meant(target, source, draft.tree) {
      try offer(action, to: meant, source: source, isMeant: true, destinationCheck: destinationCheck, &draft)
      if case .navigate = action { bringToFront(meant, &draft) }
      return
    }
    if case .goBack = action, let drawer = draft.tree.openDrawer {
      return draft.focus(drawer) { $0.isOpen = false }
    }
    var deepest: Refused?
    for container in draft.tree.focusPath.reversed() {
      do throws(Refused) {
        return try offer(action, to: container, source: nil, isMeant: false, destinationCheck: destinationCheck, &draft)
      } catch {
        if error.refusal.isFinal { throw error }
        deepest = deepest ?? error
      }
    }
    throw deepest ?? .passed("not-handled", "No container takes this action.")
  }

  /// Performs an action in one container.
  func offer(
    _ action: NavigationAction, to container: Container.ID, source: Screen.ID?, isMeant: Bool,
    destinationCheck: ContainerContext.DestinationCheck = .here, _ draft: inout Draft
  ) throws(Refused) {
    let context = ContainerContext(
      app: self, container: container, definition: definition(of: container, in: draft.tree), source: source,
      isMeant: isMeant, destinationCheck: destinationCheck)
    let reducer = draft[container].kind.reducer
    do throws(Refusal) {
      if action.isStoppedByPresented { try context.checkUncovered(in: draft) }
      if try context.presentation(of: action, in: &draft) { return }
      _ = try reducer.reduce(&draft, action, context)
    } catch {
      throw .byReducer(error)
    }
  }

  /// The container that an action names, directly or by one of its screens.
  func meant(_ target: Container.ID?, _ source: Screen.ID?, _ tree: Tree) throws(Refused) -> Container.ID? {
    if let source {
      guard let holder = tree.container(holding: source) else { throw gone(source) }
      guard target == nil || target == holder.id else {
        throw .forbidden(
          "not-in-target", "The screen \"\(source)\" is in \"\(holder.id)\", not in \"\(target ?? "")\".")
      }
      return holder.id
    }
    guard let target else { return nil }
    guard tree.container(target) != nil else {
      throw .forbidden(
        "container-gone",
        "There is no container \"\(target)\"; the focused ones are \(Self.list(tree.focusPath)).")
    }
    return target
  }

  func gone(_ screen: Screen.ID) -> Refused {
    .forbidden("screen-gone", "There is no screen \"\(screen)\"; it may have been removed.")
  }

  private func remove(
    _ id: Screen.ID, _ target: Container.ID?, _ source: Screen.ID?, _ draft: inout Draft
  ) throws(Refused) {
    if let meant = try meant(target, source, draft.tree), draft[meant].position(of: id) == nil {
      throw draft.tree.screen(id) == nil
        ? gone(id) : .forbidden("not-in-target", "The screen \"\(id)\" is not in \"\(meant)\".")
    }
    let removal = try removal(of: id, in: draft.tree)
    draft.perform(removal)
    guard case .remove(let screen, let container, let index) = removal else { return }
    draft.refocus(container, removed: screen, at: index, definition(of: container, in: draft.tree))
  }

  private func removal(of id: Screen.ID, in tree: Tree) throws(Refused) -> Edit {
    guard let (container, position) = tree.root.holder(of: id) else { throw gone(id) }
    switch position {
    case .presented(let index):
      return .dismiss(container.presented[index], from: container.id, at: index)
    case .listed(let index):
      guard container.screens.count > 1 else {
        throw .forbidden("last-screen", "\"\(id)\" is the only screen of \"\(container.id)\", which needs one.")
      }
      return .remove(container.screens[index], from: container.id, at: index)
    }
  }

  /// Dismisses the presented screen with that id and all screens above it.
  private func dismiss(_ id: Screen.ID, _ target: Container.ID?, _ draft: inout Draft) throws(Refused) {
    guard let (container, position) = draft.tree.root.holder(of: id) else { throw gone(id) }
    guard case .presented(let index) = position, target == nil || target == container.id else {
      throw .forbidden("not-presented", "\"\(id)\" is not presented over \"\(target ?? container.id)\".")
    }
    draft.dismiss(from: container.id, downTo: index)
  }

  /// Dismisses all presented screens, beginning with the lowest container.
  private func dismissAll(_ target: Container.ID?, _ source: Screen.ID?, _ draft: inout Draft) throws(Refused) {
    if let meant = try meant(target, source, draft.tree) {
      guard !draft[meant].presented.isEmpty else {
        throw .forbidden("nothing-to-dismiss", "Nothing is presented over \"\(meant)\".")
      }
      return draft.dismiss(from: meant, downTo: 0)
    }
    guard draft.tree.focusPath.contains(where: { !draft[$0].presented.isEmpty }) else {
      throw .passed("nothing-to-dismiss", "Nothing is presented over any focused container.")
    }
    while let covered = draft.tree.focusPath.first(where: { !draft[$0].presented.isEmpty }) {
      draft.dismiss(from: covered, downTo: 0)
    }
  }
}
