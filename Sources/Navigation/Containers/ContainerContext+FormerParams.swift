import JSON
import Reduction

// The params before each `pushParams` are entries of the screen's own history, to which `goBack` and `pop` return first.

extension ContainerContext {
  /// Performs `goBack` and `pop` if the acting screen has former params; false: what they do otherwise is left.
  func returnToFormerParams(by action: NavigationAction, in draft: inout Draft) -> Bool {
    switch action {
    // An open drawer closes first, unless a screen lies over it.
    case .goBack where !draft[container].focus.isOpen || !draft[container].presented.isEmpty:
      guard let position = actingPosition(in: draft, underPresented: false) else { return false }
      return returnToFormerParams(of: position, atMost: 1, in: &draft) > 0
    case .pop(let count):
      guard let position = actingPosition(in: draft, underPresented: isMeant) else { return false }
      // A stack counts on with the screens below.
      if draft[container].kind == .stack, case .listed = position { return false }
      return returnToFormerParams(of: position, atMost: count, in: &draft) > 0
    default:
      return false
    }
  }

  /// The position of the source, or else of the topmost presented screen or the selected one.
  private func actingPosition(in draft: Draft, underPresented: Bool) -> ScreenPosition? {
    if let source { return draft[container].position(of: source) }
    let presented = draft[container].presented.count
    return presented == 0 || underPresented ? .listed(draft[container].selected) : .presented(presented - 1)
  }

  /// Gives a screen the params that it had before its last `pushParams`.
  ///
  /// - Parameter count: The number of entries to go back; with fewer, the oldest is reached.
  /// - Returns: The number of entries that were gone back; entries of an identity that is taken do not count.
  func returnToFormerParams(of position: ScreenPosition, atMost count: Int, in draft: inout Draft) -> Int {
    guard draft[container].hasFormerParams(at: position) else { return 0 }
    let screen = draft[container][position]
    let free = draft[container].freeFormerParams(of: screen, in: app)
    guard count > 0, !free.isEmpty else { return 0 }
    let distance = min(count, free.count)
    let entry = free[free.count - distance]
    draft.setParams(of: screen, to: screen.formerParams[entry])
    draft.perform(
      .formerParams(screen.id, former: screen.formerParams, new: Array(screen.formerParams[..<entry])))
    draft.renewLastVisit(to: screen.id, in: container)
    return distance
  }
}

extension Container {
  /// Whether a screen has former params, without a copy of the screen: most have none.
  func hasFormerParams(at position: ScreenPosition) -> Bool {
    switch position {
    case .listed(let index): !screens[index].formerParams.isEmpty
    case .presented(let index): !presented[index].screen.formerParams.isEmpty
    }
  }

  /// The indices of a screen's former params whose identity no other screen of the container has.
  func freeFormerParams(of screen: Screen, in app: App) -> [Int] {
    guard let route = app.routes[screen.route] else { return [] }
    return screen.formerParams.indices.filter { !isTaken(screen.formerParams[$0], route, by: { $0 != screen.id }) }
  }
}

extension Draft {
  /// Gives the last visit of a screen the screen's params, after these have changed.
  mutating func renewLastVisit(to screen: Screen.ID, in container: Container.ID) {
    let params = tree.screen(screen)?.params
    focus(container) { focus in
      guard focus.history.last(where: { $0.screen == screen })?.params != params else { return }
      focus.history.forgetParams(ofLastVisitTo: screen)
    }
  }
}
