import JSON
import Navigation

extension Projection {
  /// All rows of a session.
  init(session: SessionRow, of tree: Tree) {
    self.init(session: session, tree.root)
  }

  /// All rows of a session that has not changed since its creation.
  ///
  /// - Parameter navigation: The root container as JSON.
  package init(session: SessionRow, navigation: [UInt8]) throws(CorruptSession) {
    let root = try JSONValue(stored: navigation, "the session's navigation")
    do throws(StoredDataError) {
      self.init(session: session, try Container(stored: root))
    } catch {
      throw CorruptSession(detail: "\(error)")
    }
  }

  /// All rows of a session with this root container.
  init(session: SessionRow, _ root: Container) {
    self.init(session: session, containers: [], screens: [], removedContainers: [], removedScreens: [])
    add(root, in: nil)
  }

  /// The differing rows, and the rows to delete.
  init(session: SessionRow, of tree: Tree, where dirtyRows: DirtyRows) {
    self.init(
      session: session, containers: [], screens: [], removedContainers: dirtyRows.containers.gone,
      removedScreens: dirtyRows.screens.gone)
    var missing = Missing(screens: dirtyRows.screens.changedCount, containers: dirtyRows.containers.changedCount)
    add(tree.root, in: nil, where: dirtyRows, &missing)
  }

  /// The number of differing rows that have not been found yet.
  private struct Missing {
    var screens: Int
    var containers: Int
    var isNone: Bool { screens == 0 && containers == 0 }
  }

  private mutating func add(_ container: Container, in screen: Screen.ID?) {
    containers.append(ContainerRow(container, in: screen))
    for (index, screen) in container.screens.enumerated() {
      screens.append(ScreenRow(screen, in: container.id, at: index, presented: nil))
      if let content = screen.content { add(content, in: screen.id) }
    }
    for (index, presented) in container.presented.enumerated() {
      screens.append(ScreenRow(presented.screen, in: container.id, at: index, presented: presented.style))
      if let content = presented.screen.content { add(content, in: presented.screen.id) }
    }
  }

  /// Searches from the root, where most changes are, until all differing rows are found.
  private mutating func add(
    _ container: Container, in screen: Screen.ID?, where dirtyRows: DirtyRows, _ missing: inout Missing
  ) {
    if dirtyRows.containers.isChanged(container.id) {
      missing.containers -= 1
      containers.append(ContainerRow(container, in: screen))
    }
    for index in container.presented.indices.reversed() where !missing.isNone {
      let presented = container.presented[index]
      if dirtyRows.screens.isChanged(presented.screen.id) {
        missing.screens -= 1
        screens.append(ScreenRow(presented.screen, in: container.id, at: index, presented: presented.style))
      }
      if let content = presented.screen.content { add(content, in: presented.screen.id, where: dirtyRows, &missing) }
    }
    let lowest = dirtyRows.lists[container.id] ?? container.screens.count
    for index in container.screens.indices.reversed() {
      // From `lowest` on all rows are written, since their positions differ.
      guard index >= lowest || !missing.isNone else { break }
      let screen = container.screens[index]
      let isChanged = dirtyRows.screens.isChanged(screen.id)
      if isChanged { missing.screens -= 1 }
      if isChanged || index >= lowest {
        screens.append(ScreenRow(screen, in: container.id, at: index, presented: nil))
      }
      if let content = screen.content, !missing.isNone { add(content, in: screen.id, where: dirtyRows, &missing) }
    }
  }
}

extension ContainerRow {
  fileprivate init(_ container: Container, in screen: Screen.ID?) {
    self.init(
      id: container.id, screen: screen, kind: container.kind.rawValue, selected: container.selected,
      history: container.focus.history.stored,
      open: container.kind == .drawer ? container.focus.isOpen : nil)
  }
}

extension ScreenRow {
  fileprivate init(_ screen: Screen, in container: Container.ID, at position: Int, presented: Presented.Style?) {
    self.init(
      id: screen.id, container: container, position: position, presented: presented?.rawValue, route: screen.route,
      params: JSONValue.object(screen.params).bytes, state: screen.state.bytes, opener: screen.opener,
      intent: screen.intent.map { JSONValue.object($0).bytes })
  }
}
