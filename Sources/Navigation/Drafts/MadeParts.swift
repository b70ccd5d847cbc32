/// The screens, containers and timers that a change makes and gives an id, in the order of the ids.
package struct MadeParts: Sendable, Equatable {
  /// A part with the number of its id.
  package struct Part: Sendable, Equatable {
    package let number: Int
    package let kind: Kind
  }

  /// The kind of a part: those of one kind can take each other's id.
  package enum Kind: Sendable, Hashable {
    case screen(route: String)
    /// The container in a screen.
    case content(of: String)
    /// - Parameter name: The timer's name.
    case timer(name: String)
  }

  package private(set) var parts: [Part] = []
  /// The times to which the change sets timers, by id.
  package private(set) var timers: [Timer.ID: Int64] = [:]

  package init() {}

  /// All parts of a tree.
  package init(of tree: Tree) {
    add(tree.root, but: [])
    for timer in tree.timers { add(timer) }
  }

  /// - Parameter edits: The edits of the change, without patches.
  package init(of edits: [Edit]) {
    // The ids of what has left, which does not count as made when it is put back.
    var left: Set<String> = []
    for edit in edits {
      switch edit {
      case .insert(let screen, _, _): add(screen, but: left)
      case .present(let presented, _, _): add(presented.screen, but: left)
      case .remove(let screen, _, _): left.formUnion(screen.allIDs)
      case .dismiss(let presented, _, _): left.formUnion(presented.screen.allIDs)
      case .replace(_, let former, let new):
        left.formUnion(former.allIDs)
        add(new, but: left)
      case .unschedule(let timer): left.insert(timer.id)
      case .schedule(let timer):
        timers[timer.id] = timer.fireAt
        if !left.contains(timer.id) { add(timer) }
      default: break
      }
    }
    parts.sort { $0.number < $1.number }
    // One that left after it was made, and came back.
    var last: Int?
    parts.removeAll { part in
      defer { last = part.number }
      return part.number == last
    }
  }

  private mutating func add(_ screen: Screen, but left: Set<String>) {
    if !left.contains(screen.id) { add(screen.id, .screen(route: screen.route)) }
    guard let content = screen.content else { return }
    if !left.contains(content.id) { add(content.id, .content(of: screen.route)) }
    add(content, but: left)
  }

  private mutating func add(_ container: Container, but left: Set<String>) {
    for screen in container.screens { add(screen, but: left) }
    for presented in container.presented { add(presented.screen, but: left) }
  }

  private mutating func add(_ timer: Timer) {
    guard let number = Int(timer.id.dropFirst()), number > 0 else { return }
    parts.append(Part(number: number, kind: .timer(name: timer.effect)))
  }

  private mutating func add(_ id: String, _ kind: Kind) {
    // `a007` and `a-7` have a number, but cannot be made again from it.
    guard let number = Tree.number(ofID: id), number > 0, id == Tree.id(number: number) else { return }
    parts.append(Part(number: number, kind: kind))
  }
}

extension Screen {
  fileprivate var allIDs: Set<String> { (content?.allIDs ?? []).union([id]) }
}
