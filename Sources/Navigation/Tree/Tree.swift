import JSON

/// All of a session's navigation, and the app's own data beside it.
///
/// A value. Changes only through `apply(_:)`, so that each step can be recorded, taken back and applied again.
public struct Tree: Sendable, Equatable {
  public private(set) var root: Container
  public private(set) var data: JSONValue
  /// The actions that are still to come, in the order in which they fire.
  public private(set) var timers: [Timer] = []
  /// The number of the last id that was made here.
  public private(set) var lastID: Int
  /// About how many bytes the session takes as JSON: what the limit on a session's state is held against.
  public private(set) var size: Int

  public init(root: Container, data: JSONValue, lastID: Int = 0) {
    self.root = root
    self.data = data
    self.lastID = lastID
    self.size = root.size + data.encodedSize
    noteIDs(in: root)
  }

  /// Applies one step. The step must fit: it was made for this tree as it stands now.
  mutating func apply(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index):
      size += screen.size
      noteIDs(in: screen)
      change(container) { $0.screens.insert(screen, at: index) }
    case .remove(let screen, let container, let index):
      size -= screen.size
      change(container) { $0.screens.remove(at: index) }
    case .move(let container, let from, let to):
      change(container) { $0.screens.insert($0.screens.remove(at: from), at: to) }
    case .present(let presented, let container, let index):
      size += presented.size
      noteIDs(in: presented.screen)
      change(container) { $0.presented.insert(presented, at: index) }
    case .dismiss(let presented, let container, let index):
      size -= presented.size
      change(container) { $0.presented.remove(at: index) }
    case .focus(let container, let former, let new):
      size += new.size - former.size
      change(container) { $0.focus = new }
    case .replace(let container, let former, let new):
      size += new.size - former.size
      noteIDs(in: new)
      change(container) { $0 = new }
    case .params(let screen, _, let new):
      changeMembers(of: screen) { $0.params = new }
    case .state(let screen, _, let new):
      changeMembers(of: screen) { $0.state = new }
    case .data(let former, let new):
      size += new.encodedSize - former.encodedSize
      data = new
    case .patch(let place, _):
      preconditionFailure("a patch of \(place.name) \(place.id) has to be resolved before it is applied")
    case .schedule(let timer):
      size += timer.size
      note(number: Int(timer.id.dropFirst()))
      timers.add(timer)
    case .unschedule(let timer):
      // Not there while changes are replayed: what is pending is set afterwards.
      guard let index = timers.firstIndex(where: { $0.id == timer.id }) else { break }
      size -= timers.remove(at: index).size
    }
  }

  /// Before the session begins: members that take the place of those of the app's data.
  package mutating func merge(data members: JSONObject) {
    guard case .object(var object) = data else { return apply(.data(former: data, new: .object(members))) }
    object.merge(members)
    apply(.data(former: data, new: .object(object)))
  }

  /// Makes an id that the session has never had.
  mutating func makeID() -> String {
    lastID += 1
    return "a\(lastID)"
  }

  /// The same for a timer. Screens and timers share the numbers.
  mutating func makeTimerID() -> Timer.ID {
    lastID += 1
    return "t\(lastID)"
  }

  /// Sets what is pending, after a replay.
  mutating func restore(timers pending: [Timer]) {
    for timer in timers { apply(.unschedule(timer)) }
    for timer in pending { apply(.schedule(timer)) }
  }

  /// Takes back ids that were made for a change that was refused: nobody has seen them.
  mutating func forgetIDs(after id: Int) {
    lastID = id
  }

  private mutating func changeMembers(of id: Screen.ID, _ body: (inout Screen) -> Void) {
    var growth = 0
    change(screen: id) { screen in
      growth -= screen.json.count
      body(&screen)
      growth += screen.json.count
    }
    size += growth
  }

  private mutating func change(_ id: Container.ID, _ body: (inout Container) -> Void) {
    let found = root.change(id, body)
    precondition(found, "the edit names a container that is not in the tree: \(id)")
  }

  private mutating func change(screen id: Screen.ID, _ body: (inout Screen) -> Void) {
    let found = root.change(screen: id, body)
    precondition(found, "the edit names a screen that is not in the tree: \(id)")
  }

  /// An id given from outside may look like one of ours: ours then go on above it.
  private mutating func noteIDs(in container: Container) {
    note(container.id)
    for screen in container.screens { noteIDs(in: screen) }
    for presented in container.presented { noteIDs(in: presented.screen) }
  }

  private mutating func noteIDs(in screen: Screen) {
    note(screen.id)
    if let content = screen.content { noteIDs(in: content) }
  }

  private mutating func note(_ id: String) {
    note(number: Self.number(ofID: id))
  }

  private mutating func note(number: Int?) {
    if let number { lastID = max(lastID, number) }
  }

  /// The number of an id that looks like those that are made here.
  static func number(ofID id: String) -> Int? {
    id.utf8.first == UInt8(ascii: "a") ? Int(id.dropFirst()) : nil
  }

  /// Ids are not counted beyond it: an id with a larger number was damaged on the disk.
  package static let largestNumber = 1 << 50

  /// Ids that are given and look like ours may not come so near to the end that ours could reach it.
  static let largestGivenNumber = 1_000_000_000_000
}

extension Screen {
  /// About its bytes as JSON, its content's included.
  var size: Int {
    48 + id.utf8.count + route.utf8.count + params.encodedSize + state.encodedSize + (content?.size ?? 0)
  }
}

extension Container {
  var size: Int {
    screens.reduce(64 + id.utf8.count + focus.size) { $0 + $1.size } + presented.reduce(0) { $0 + $1.size }
  }
}

extension Container.Focus {
  var size: Int { history.reduce(0) { $0 + $1.size } }
}

extension Presented {
  var size: Int { 32 + screen.size }
}
