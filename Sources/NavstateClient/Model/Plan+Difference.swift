import Navigation

extension Plan.Step {
  /// The steps from a container to a later state of it.
  static func difference(from old: Container, to new: Container) -> [Plan.Step] {
    guard old != new else { return [] }
    guard old.id == new.id, old.kind == new.kind, let list = steps(old.screens, new.screens, in: new.id) else {
      return [.replaceContainer(old.id, with: new)]
    }
    let stay = zip(old.presented, new.presented).prefix { $0.style == $1.style && Slot($0.screen) == Slot($1.screen) }
    let count = Array(stay).count
    let isRefocused = old.focus != new.focus || !list.isEmpty && new.kind != .stack
    let focus: [Plan.Step] = isRefocused ? [.select(new.id, new.shownFocus)] : []
    return dismissals(old, to: count) + list + focus + presentations(new, from: count)
      + inner(old.screens, new.screens)
      + inner(old.presented.prefix(count).map(\.screen), new.presented.map(\.screen))
  }

  /// The steps that remove, insert and replace the screens of a list; nil if screens that stay change their order.
  private static func steps(_ old: [Screen], _ new: [Screen], in container: Container.ID) -> [Plan.Step]? {
    var (list, steps) = (old.map(Slot.init), [Plan.Step]())
    let (oldSlots, newSlots) = (Set(list), Set(new.map(Slot.init)))
    for (index, screen) in new.enumerated() {
      let slot = Slot(screen)
      if oldSlots.contains(slot) {
        while index < list.count, !newSlots.contains(list[index]) {
          steps.append(.pop(list.remove(at: index).id, from: container, at: index))
        }
        guard index < list.count, list[index] == slot else { return nil }
      } else if index < list.count, !newSlots.contains(list[index]) {
        steps.append(.replace(list[index].id, in: container, at: index, with: screen))
        list[index] = slot
      } else {
        steps.append(.push(screen, into: container, at: index))
        list.insert(slot, at: index)
      }
    }
    while list.count > new.count {
      let last = list.removeLast()
      steps.append(.pop(last.id, from: container, at: list.count))
    }
    return steps
  }

  private static func dismissals(_ container: Container, to count: Int) -> [Plan.Step] {
    container.presented.indices.dropFirst(count).reversed().map {
      .dismiss(container.presented[$0].screen.id, from: container.id, at: $0)
    }
  }

  private static func presentations(_ container: Container, from count: Int) -> [Plan.Step] {
    container.presented.indices.dropFirst(count).map { .present(container.presented[$0], over: container.id, at: $0) }
  }

  /// The steps within the screens that stay.
  private static func inner(_ old: [Screen], _ new: [Screen]) -> [Plan.Step] {
    let former = Dictionary(old.map { (Slot($0), $0) }, uniquingKeysWith: { first, _ in first })
    return new.flatMap { screen in former[Slot(screen)].map { difference(from: $0, to: screen) } ?? [] }
  }

  private static func difference(from old: Screen, to new: Screen) -> [Plan.Step] {
    var steps: [Plan.Step] = []
    if old.params != new.params { steps.append(.replaceParams(new.id, with: new.params)) }
    if old.formerParams != new.formerParams {
      steps.append(.replaceFormerParams(new.id, with: new.formerParams))
    }
    if old.state != new.state { steps.append(.replaceState(new.id, with: new.state)) }
    if old.intent != new.intent { steps.append(.replaceIntent(new.id, with: new.intent)) }
    if let old = old.content, let new = new.content { steps += difference(from: old, to: new) }
    return steps
  }

  /// The part of a screen that no step changes in place.
  private struct Slot: Hashable {
    let id: Screen.ID
    private let route: String
    private let opener: Screen.ID?
    private let content: Container.ID?

    init(_ screen: Screen) {
      id = screen.id
      route = screen.route
      opener = screen.opener
      content = screen.content?.id
    }
  }
}
