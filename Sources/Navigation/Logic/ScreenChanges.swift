import JSON

/// The screens that edits remove and make.
struct ScreenChanges {
  /// The removed screens without their content, top first.
  private(set) var leaving: [Screen] = []
  /// The new screens, outer first.
  private(set) var entering: [Entry] = []
  /// The screens that leave and enter with the same id and route.
  private(set) var kept: [Screen.ID] = []

  /// A new screen.
  struct Entry {
    let id: Screen.ID
    let route: String
    let params: JSONObject
    /// Whether the definition of a container begins with it. Guards are not asked then.
    let isInitial: Bool

    init(_ screen: Screen, isInitial: Bool = false) {
      (id, route, params) = (screen.id, screen.route, screen.params)
      self.isInitial = isInitial
    }
  }

  /// - Parameter given: The navigation that a client passed to `reset` a container.
  init(_ edits: ArraySlice<Edit>, given: JSONValue? = nil) {
    for edit in edits {
      switch edit {
      case .insert(let screen, _, _): enter(screen, isInitial: false)
      case .present(let presented, _, _): enter(presented.screen, isInitial: false)
      case .remove(let screen, _, _): leave(screen)
      case .dismiss(let presented, _, _): leave(presented.screen)
      case .replace(_, let former, let new):
        leave(former)
        enter(new, given)
      default: break
      }
    }
    cancelOut()
  }

  /// All screens of a new session.
  init(start root: Container, given: JSONValue?) {
    enter(root, given)
  }

  /// The new screens. Those on the way to the destination of a link have the params that it gives them, and are not only
  /// what a container begins with.
  ///
  /// - Parameter destination: The route of the destination; nil: there is none.
  func entering(on destination: String?, in tree: Tree) -> [Entry] {
    let path = tree.focusedScreens
    guard let end = path.lastIndex(where: { $0.route == destination }) else { return entering }
    let asked = Dictionary(path[...end].map { ($0.id, Entry($0)) }, uniquingKeysWith: { first, _ in first })
    return entering.map { asked[$0.id] ?? $0 }
  }

  /// Whether no screen is removed or made.
  var isEmpty: Bool { leaving.isEmpty && entering.isEmpty }

  private mutating func enter(_ screen: Screen, isInitial: Bool, _ given: JSONValue? = nil) {
    entering.append(Entry(screen, isInitial: isInitial))
    if let content = screen.content { enter(content, given) }
  }

  /// - Parameter given: The JSON from which the container was made; nil: from its definition.
  private mutating func enter(_ container: Container, _ given: JSONValue?) {
    var screens = given?["screens"]?.arrayValue ?? []
    for screen in container.screens {
      let match = screens.firstIndex { $0["route"]?.stringValue == screen.route }
      let json = match.map { screens.remove(at: $0) }
      enter(screen, isInitial: json == nil, json?["content"])
    }
    for (index, presented) in container.presented.enumerated() {
      let json = given?["presented"]?[index]?["screen"]
      enter(presented.screen, isInitial: json == nil, json?["content"])
    }
  }

  private mutating func leave(_ container: Container) {
    for presented in container.presented.reversed() { leave(presented.screen) }
    for screen in container.screens.reversed() { leave(screen) }
  }

  private mutating func leave(_ screen: Screen) {
    if let content = screen.content { leave(content) }
    leaving.append(screen)
  }

  /// Drops screens that leave and enter with the same id and route, and screens that are made and removed again.
  private mutating func cancelOut() {
    guard !leaving.isEmpty, !entering.isEmpty else { return }
    let left = Dictionary(leaving.map { ($0.id, $0.route) }, uniquingKeysWith: { first, _ in first })
    let entered = Dictionary(entering.map { ($0.id, $0.route) }, uniquingKeysWith: { first, _ in first })
    leaving.removeAll { entered[$0.id] == $0.route }
    kept = entering.filter { left[$0.id] == $0.route && !$0.isInitial }.map(\.id)
    entering.removeAll { left[$0.id] == $0.route }
  }
}
