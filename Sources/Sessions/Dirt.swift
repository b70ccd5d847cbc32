import Navigation

/// Which rows the tables have wrong, as far as committed changes go.
struct Dirt: Sendable {
  /// Screens to be written, or removed when they are gone.
  private(set) var screens: Set<Screen.ID> = []
  private(set) var containers: Set<Container.ID> = []
  /// For each list that changed, the lowest index that did: from there on positions differ.
  private(set) var lists: [Container.ID: Int] = [:]
  /// Whether anything changed at all: the session's own row then did.
  private(set) var session = false

  init() {}

  /// All that the projection would have written.
  init(_ projection: Projection) {
    session = true
    screens = Set(projection.screens.map(\.id) + projection.removedScreens)
    containers = Set(projection.containers.map(\.id) + projection.removedContainers)
  }

  var isEmpty: Bool { !session }

  /// Notes a change; one that only sends outputs differs in the session's own row.
  mutating func note(_ edits: [Edit]) {
    session = true
    for edit in edits { note(edit) }
  }

  private mutating func note(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index), .remove(let screen, let container, let index):
      note(screen)
      noteList(of: container, from: index)
    case .move(let container, let from, let to):
      noteList(of: container, from: min(from, to))
    case .present(let presented, _, _), .dismiss(let presented, _, _):
      note(presented.screen)
    case .focus(let container, _, _):
      containers.insert(container)
    case .replace(_, let former, let new):
      note(former)
      note(new)
    case .params(let screen, _, _), .state(let screen, _, _):
      screens.insert(screen)
    case .data:
      break
    }
  }

  mutating func formUnion(_ other: Dirt) {
    screens.formUnion(other.screens)
    containers.formUnion(other.containers)
    lists.merge(other.lists, uniquingKeysWith: min)
    session = session || other.session
  }

  /// Whether the row of the screen at that index of the container's list is wrong.
  func covers(_ screen: Screen.ID, at index: Int, of container: Container.ID) -> Bool {
    screens.contains(screen) || lists[container].map { index >= $0 } ?? false
  }

  private mutating func noteList(of container: Container.ID, from index: Int) {
    containers.insert(container)
    lists[container] = min(lists[container] ?? index, index)
  }

  private mutating func note(_ screen: Screen) {
    screens.insert(screen.id)
    if let content = screen.content { note(content) }
  }

  private mutating func note(_ container: Container) {
    containers.insert(container.id)
    for screen in container.screens { note(screen) }
    for presented in container.presented { note(presented.screen) }
  }
}
