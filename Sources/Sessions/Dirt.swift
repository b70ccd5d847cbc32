import Navigation

/// Which rows the tables have wrong, as far as committed changes go.
struct Dirt: Sendable {
  private(set) var screens = Marks()
  private(set) var containers = Marks()
  /// For each list that changed, the lowest index that did: from there on positions differ.
  private(set) var lists: [Container.ID: Int] = [:]
  /// Whether anything changed at all: the session's own row then did.
  private(set) var session = false

  /// Rows by their ids: those to be written, which stand in the tree, and those to be removed, which do not. Kept apart
  /// so that nobody has to search a large tree for what is not there.
  struct Marks: Sendable {
    private(set) var changed: Set<String> = []
    private(set) var gone: Set<String> = []

    init() {}

    init(changed: some Sequence<String>, gone: some Sequence<String>) {
      self.changed = Set(changed)
      self.gone = Set(gone)
    }

    mutating func noteChange(of id: String) {
      changed.insert(id)
      gone.remove(id)
    }

    mutating func noteRemoval(of id: String) {
      gone.insert(id)
      changed.remove(id)
    }

    /// Adds what was wrong before, as far as nothing newer is known.
    mutating func add(older: Marks) {
      changed.formUnion(older.changed.subtracting(gone))
      gone.formUnion(older.gone.subtracting(changed))
    }
  }

  init() {}

  /// All that the projection would have written.
  init(_ projection: Projection) {
    session = true
    screens = Marks(changed: projection.screens.lazy.map(\.id), gone: projection.removedScreens)
    containers = Marks(changed: projection.containers.lazy.map(\.id), gone: projection.removedContainers)
  }

  var isEmpty: Bool { !session }

  /// Notes a change; one that only sends outputs differs in the session's own row.
  mutating func note(_ edits: [Edit]) {
    session = true
    for edit in edits { note(edit) }
  }

  mutating func add(older: Dirt) {
    screens.add(older: older.screens)
    containers.add(older: older.containers)
    lists.merge(older.lists.filter { !containers.gone.contains($0.key) }, uniquingKeysWith: min)
    session = session || older.session
  }

  private mutating func note(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index):
      note(screen, stands: true)
      noteList(of: container, from: index)
    case .remove(let screen, let container, let index):
      note(screen, stands: false)
      noteList(of: container, from: index)
    case .move(let container, let from, let to):
      noteList(of: container, from: min(from, to))
    case .present(let presented, _, _):
      note(presented.screen, stands: true)
    case .dismiss(let presented, _, _):
      note(presented.screen, stands: false)
    case .focus(let container, _, _):
      containers.noteChange(of: container)
    case .replace(_, let former, let new):
      note(former, stands: false)
      note(new, stands: true)
    case .params(let screen, _, _), .state(let screen, _, _):
      screens.noteChange(of: screen)
    case .data:
      break
    }
  }

  private mutating func noteList(of container: Container.ID, from index: Int) {
    containers.noteChange(of: container)
    lists[container] = min(lists[container] ?? index, index)
  }

  private mutating func note(_ screen: Screen, stands: Bool) {
    if stands { screens.noteChange(of: screen.id) } else { screens.noteRemoval(of: screen.id) }
    if let content = screen.content { note(content, stands: stands) }
  }

  private mutating func note(_ container: Container, stands: Bool) {
    if stands {
      containers.noteChange(of: container.id)
    } else {
      containers.noteRemoval(of: container.id)
      lists[container.id] = nil
    }
    for screen in container.screens { note(screen, stands: stands) }
    for presented in container.presented { note(presented.screen, stands: stands) }
  }
}
