import JSON
import Navigation

extension SessionStore {
  package func takeProjection() -> Projection? {
    state.withLock { state in
      guard !state.dirt.isEmpty else { return nil }
      // The tables show committed revisions only: pending changes are taken back for a moment.
      for change in state.pending.reversed() { state.draft.revert(change.edits) }
      defer { for change in state.pending { state.draft.replay(change.edits) } }
      var projection = Projection(
        session: row(state.committedStanding, state.draft.tree), containers: [], screens: [], removedContainers: [],
        removedScreens: [])
      projection.collect(state.draft.tree, where: state.dirt)
      state.dirt = Dirt()
      return projection
    }
  }

  package func giveBack(_ projection: Projection) {
    state.withLock { $0.dirt.formUnion(Dirt(projection)) }
  }

  /// The rows of a session that begins.
  func wholeProjection() -> Projection {
    state.withLock { state in
      var projection = Projection(
        session: row(state.standing, state.draft.tree), containers: [], screens: [], removedContainers: [],
        removedScreens: [])
      projection.collect(state.draft.tree, where: nil)
      return projection
    }
  }

  private func row(_ standing: Standing, _ tree: Tree) -> SessionRow {
    SessionRow(
      id: id, app: app.name, appVersion: app.version, revision: standing.revision, createdAt: createdAt,
      updatedAt: standing.updatedAt, nextID: tree.lastID, outputs: standing.outputs, data: tree.data.bytes,
      tokenHash: tokenHash)
  }
}

extension Projection {
  /// Adds the rows that are wrong, or all of them, and what is to be removed.
  fileprivate mutating func collect(_ tree: Tree, where dirt: Dirt?) {
    collect(tree.root, in: nil, where: dirt)
    guard let dirt else { return }
    removedScreens = Array(dirt.screens.subtracting(screens.map(\.id)))
    removedContainers = Array(dirt.containers.subtracting(containers.map(\.id)))
  }

  private mutating func collect(_ container: Container, in screen: Screen.ID?, where dirt: Dirt?) {
    if dirt?.containers.contains(container.id) ?? true {
      containers.append(ContainerRow(container, in: screen))
    }
    for (index, screen) in container.screens.enumerated() {
      if dirt?.covers(screen.id, at: index, of: container.id) ?? true {
        screens.append(ScreenRow(screen, in: container.id, at: index, presented: nil))
      }
      if let content = screen.content { collect(content, in: screen.id, where: dirt) }
    }
    for (index, presented) in container.presented.enumerated() {
      if dirt?.screens.contains(presented.screen.id) ?? true {
        screens.append(ScreenRow(presented.screen, in: container.id, at: index, presented: presented.style))
      }
      if let content = presented.screen.content { collect(content, in: presented.screen.id, where: dirt) }
    }
  }
}

extension ContainerRow {
  fileprivate init(_ container: Container, in screen: Screen.ID?) {
    self.init(
      id: container.id, screen: screen, kind: container.kind.rawValue, selected: container.selected,
      history: JSONValue.array(container.focus.history.map(JSONValue.string)).bytes,
      open: container.kind == .drawer ? container.focus.isOpen : nil)
  }
}

extension ScreenRow {
  fileprivate init(_ screen: Screen, in container: Container.ID, at position: Int, presented: Presented.Style?) {
    self.init(
      id: screen.id, container: container, position: position, presented: presented?.rawValue, route: screen.route,
      params: JSONValue.object(screen.params).bytes, state: screen.state.bytes)
  }
}
