import Navigation

/// The table rows that differ from the committed state.
struct DirtyRows: Sendable {
  private(set) var screens = Marks()
  private(set) var containers = Marks()
  /// The lowest changed index of each changed list; positions differ from there on.
  private(set) var lists: [Container.ID: Int] = [:]
  /// Whether the session's own row differs, which every change causes.
  private(set) var session = false

  /// The rows of one table that differ, by id.
  struct Marks: Sendable {
    private var marks: [String: Mark] = [:]

    private enum Mark {
      /// In the tree, not in the tables.
      case added
      /// In the tree, and possibly different in the tables.
      case changed
      /// Not in the tree, possibly in the tables.
      case gone
    }

    init() {}

    init(changed: some Sequence<String>, gone: some Sequence<String>) {
      for id in changed { marks[id] = .changed }
      for id in gone { marks[id] = .gone }
    }

    /// The number of rows to write. All of them are in the tree, so a search can stop once they are found.
    var changedCount: Int { marks.values.reduce(0) { $0 + ($1 == .gone ? 0 : 1) } }
    var gone: [String] { marks.filter { $0.value == .gone }.map(\.key) }

    func isChanged(_ id: String) -> Bool { marks[id].map { $0 != .gone } ?? false }

    mutating func markAdded(of id: String) {
      // With a mark, the tables may still have a row of this id, which was removed since the last projection.
      marks[id] = marks[id] == nil ? .added : .changed
    }

    mutating func markChanged(of id: String) {
      if let mark = marks[id], mark != .gone { return }
      marks[id] = .changed
    }

    /// Marks a removal. A row that was added after the last projection needs no write.
    mutating func markRemoved(of id: String) {
      marks[id] = marks[id] == .added ? nil : .gone
    }

    /// Adds older marks; newer marks take precedence. A row marked as new now may have existed before.
    mutating func add(older: Marks) {
      for (id, mark) in older.marks {
        switch marks[id] {
        case nil: marks[id] = mark == .gone ? .gone : .changed
        case .added: marks[id] = .changed
        case .changed, .gone: break
        }
      }
    }
  }

  init() {}

  /// The rows of a projection that was not written.
  init(_ projection: Projection) {
    session = true
    screens = Marks(changed: projection.screens.lazy.map(\.id), gone: projection.removedScreens)
    containers = Marks(changed: projection.containers.lazy.map(\.id), gone: projection.removedContainers)
  }

  var isEmpty: Bool { !session }

  /// Marks the session's own row.
  mutating func markSession() { session = true }

  /// Marks the rows of a change. A change that only sends outputs affects the session's own row.
  mutating func mark(_ edits: [Edit]) {
    session = true
    for edit in edits { mark(edit) }
  }

  mutating func add(older: DirtyRows) {
    // Before the lists, which matter only for containers that still stand.
    screens.add(older: older.screens)
    containers.add(older: older.containers)
    lists.merge(older.lists.filter { containers.isChanged($0.key) }, uniquingKeysWith: min)
    session = session || older.session
  }

  private mutating func mark(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index):
      mark(screen, stands: true)
      markList(of: container, from: index)
    case .remove(let screen, let container, let index):
      mark(screen, stands: false)
      markList(of: container, from: index)
    case .move(let container, let from, let to):
      markList(of: container, from: min(from, to))
    case .present(let presented, _, _):
      mark(presented.screen, stands: true)
    case .dismiss(let presented, _, _):
      mark(presented.screen, stands: false)
    case .focus(let container, _, _):
      containers.markChanged(of: container)
    case .replace(_, let former, let new):
      mark(former, stands: false)
      mark(new, stands: true)
    case .params(let screen, _, _), .state(let screen, _, _), .intent(let screen, _, _):
      screens.markChanged(of: screen)
    case .data, .version, .schedule, .unschedule, .forget:
      break
    case .patch:
      preconditionFailure("a patch has to be resolved before it is noted")
    }
  }

  private mutating func markList(of container: Container.ID, from index: Int) {
    containers.markChanged(of: container)
    if let known = lists[container], known <= index { return }
    lists[container] = index
  }

  private mutating func mark(_ screen: Screen, stands: Bool) {
    if stands { screens.markAdded(of: screen.id) } else { screens.markRemoved(of: screen.id) }
    if let content = screen.content { mark(content, stands: stands) }
  }

  private mutating func mark(_ container: Container, stands: Bool) {
    if stands {
      containers.markAdded(of: container.id)
    } else {
      containers.markRemoved(of: container.id)
      lists[container.id] = nil
    }
    for screen in container.screens { mark(screen, stands: stands) }
    for presented in container.presented { mark(presented.screen, stands: stands) }
  }
}
