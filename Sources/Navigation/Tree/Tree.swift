import JSON

/// The navigation of a session and the app's data: the whole state of a session, as a value.
///
/// A tree alternates containers and screens. The root ``Container`` lists screens; a ``Screen`` may hold a container as
/// its content. The *focus path* leads from the root through the topmost presented or selected screens to the
/// ``current`` screen, which the user sees.
///
/// ```
/// root (tabs)
/// ├─ home
/// │  └─ a3 (stack)
/// │     ├─ list
/// │     └─ product      ← current: tab "home" is selected, and "product" is on top
/// └─ profile
/// ```
///
/// A tree changes only by an ``Edit``, performed on a ``Draft``, so that each step is recorded and can be undone and
/// redone:
///
/// ```swift
/// var draft = Draft(try app.start())
/// try app.reduce(Action("push", ["route": "product"]), &draft)
/// draft.tree.focusPath      // ["root", "a3"]
/// draft.tree.current.route  // "product"
/// ```
///
/// ## Topics
///
/// ### Reading a tree
/// - ``root``
/// - ``current``
/// - ``currentPath``
/// - ``focusPath``
/// - ``data``
/// - ``appVersion``
/// - ``timers``
///
/// ### Finding screens and containers
/// - ``screen(_:)``
/// - ``container(_:)``
/// - ``container(holding:)``
public struct Tree: Sendable, Equatable {
  /// The root container.
  public private(set) var root: Container
  /// The app's data.
  public private(set) var data: JSONValue
  /// The version of the app that the session runs on. A migration changes it.
  public private(set) var appVersion: Int
  /// The pending timers, in the order in which they fire.
  public private(set) var timers: [Timer] = []
  /// The number of the last generated id.
  public private(set) var lastID: Int
  /// The approximate size as JSON in bytes, to which the limit of a session's state applies.
  public private(set) var size: Int

  /// Creates a tree. Most trees are created by ``App/start()``.
  public init(root: Container, data: JSONValue, lastID: Int = 0, appVersion: Int = 1) {
    self.root = root
    self.data = data
    self.appVersion = appVersion
    self.lastID = lastID
    self.size = root.size + data.encodedSize
    reserveIDs(in: root)
  }

  /// Returns the pending timer with this id; nil when it is absent.
  public func timer(_ id: Timer.ID) -> Timer? {
    timers.first { $0.id == id }
  }

  func timer(_ effect: String, of screen: Screen.ID?) -> Timer? {
    timers.first { $0.effect == effect && $0.screen == screen }
  }

  /// Applies one step. The step must have been made for this tree in its current state.
  mutating func apply(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index):
      size += screen.size
      reserveIDs(in: screen)
      change(container) { $0.screens.insert(screen, at: index) }
    case .remove(let screen, let container, let index):
      size -= screen.size
      change(container) { $0.screens.remove(at: index) }
    case .move(let container, let from, let to):
      // `to` is an index of the list without the screen, as `check` bounds it.
      change(container) { $0.screens.insert($0.screens.remove(at: from), at: to) }
    case .present(let presented, let container, let index):
      size += presented.size
      reserveIDs(in: presented.screen)
      change(container) { $0.presented.insert(presented, at: index) }
    case .dismiss(let presented, let container, let index):
      size -= presented.size
      change(container) { $0.presented.remove(at: index) }
    case .focus(let container, let former, let new):
      size += new.size - former.size
      change(container) { $0.take(new) }
    case .replace(let container, let former, let new):
      size += new.size - former.size
      reserveIDs(in: new)
      change(container) { $0 = new }
    case .params(let screen, _, let new):
      changeMember(of: screen, toSize: new.encodedSize) { screen in
        defer { screen.params = new }
        return screen.params.encodedSize
      }
    case .formerParams(let screen, _, let new):
      changeMember(of: screen, toSize: Screen.size(ofFormer: new)) { screen in
        defer { screen.formerParams = new }
        return Screen.size(ofFormer: screen.formerParams)
      }
    case .state(let screen, _, let new):
      changeMember(of: screen, toSize: new.encodedSize) { screen in
        defer { screen.state = new }
        return screen.state.encodedSize
      }
    case .intent(let screen, _, let new):
      changeMember(of: screen, toSize: Screen.size(ofIntent: new)) { screen in
        defer { screen.intent = new }
        return Screen.size(ofIntent: screen.intent)
      }
    case .data(let former, let new):
      size += new.encodedSize - former.encodedSize
      data = new
    case .patch(let place, _):
      preconditionFailure("a patch of \(place.name) \(place.id) has to be resolved before it is applied")
    case .version(_, let new): appVersion = new
    // Concerns the earlier revisions, not the tree.
    case .forget: break
    case .schedule(let timer):
      size += timer.size
      reserve(number: Int(timer.id.dropFirst()))
      timers.add(timer)
    case .unschedule(let timer):
      // Absent during a replay, after which the pending timers are restored.
      guard let index = timers.firstIndex(where: { $0.id == timer.id }) else { break }
      size -= timers.remove(at: index).size
    }
  }

  /// Parses the values that are kept as their text.
  mutating func expand() {
    root.expand()
    data = data.expanded
  }

  /// Caches the JSON of the screens.
  mutating func cacheJSON() { root.cacheJSON() }

  /// Drops the cached JSON of the screens and spare storage.
  mutating func compact() { root.compact() }

  /// Sets the app's data before the session starts.
  mutating func set(data new: JSONValue) { apply(.data(former: data, new: new)) }

  /// Generates an id that the session has never had.
  mutating func makeID() -> String {
    lastID += 1
    return "a\(lastID)"
  }

  /// Generates the id of a timer. Screens and timers share the numbers.
  mutating func makeTimerID() -> Timer.ID {
    lastID += 1
    return "t\(lastID)"
  }

  /// Sets the pending timers after a replay.
  mutating func restore(timers pending: [Timer]) {
    for timer in timers { apply(.unschedule(timer)) }
    for timer in pending { apply(.schedule(timer)) }
  }

  /// Resets the ids generated for a change that was refused, which no client has received.
  mutating func forgetIDs(after id: Int) {
    lastID = id
  }

  /// - Parameters:
  ///   - newSize: The size of the member afterwards.
  ///   - body: Changes the member, and returns its former size.
  private mutating func changeMember(of id: Screen.ID, toSize newSize: Int, _ body: (inout Screen) -> Int) {
    var former = 0
    change(screen: id) { former = body(&$0) }
    size += newSize - former
  }

  private mutating func change(_ id: Container.ID, _ body: (inout Container) -> Void) {
    let found = root.change(id, body)
    precondition(found, "the edit names a container that is not in the tree: \(id)")
  }

  private mutating func change(screen id: Screen.ID, _ body: (inout Screen) -> Void) {
    let found = root.change(screen: id, body)
    precondition(found, "the edit names a screen that is not in the tree: \(id)")
  }

  /// Reserves a passed id that looks like a generated one, so that generated ids continue above it.
  private mutating func reserveIDs(in container: Container) {
    reserve(container.id)
    for screen in container.screens { reserveIDs(in: screen) }
    for presented in container.presented { reserveIDs(in: presented.screen) }
  }

  private mutating func reserveIDs(in screen: Screen) {
    reserve(screen.id)
    if let content = screen.content { reserveIDs(in: content) }
  }

  private mutating func reserve(_ id: String) {
    reserve(number: Self.number(ofID: id))
  }

  private mutating func reserve(number: Int?) {
    if let number { lastID = max(lastID, number) }
  }

  /// The number of an id that looks like a generated one.
  static func number(ofID id: String) -> Int? {
    id.utf8.first == UInt8(ascii: "a") ? Int(id.dropFirst()) : nil
  }

  /// The greatest number of a generated id. A stored id with a larger one is corrupted.
  package static let largestNumber = 1 << 50

  /// The greatest number of a passed id that looks like a generated one, far enough from `largestNumber`.
  static let largestGivenNumber = 1_000_000_000_000
}
