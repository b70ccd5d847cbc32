import Navigation

extension Container {
  /// Applies a step, as a client with animations does.
  mutating func apply(_ step: Plan.Step) {
    switch step {
    case .push(let screen, let id, let index): change(id) { $0.screens.insert(screen, at: index) }
    case .pop(let screen, let id, let index): change(id) { $0.remove(screen, at: index) }
    case .present(let presented, let id, let index): change(id) { $0.presented.insert(presented, at: index) }
    case .dismiss(_, let id, let index): change(id) { $0.presented.remove(at: index) }
    case .select(let id, let focus): change(id) { $0.take(focus) }
    case .move(let id, let from, let to): change(id) { $0.screens.insert($0.screens.remove(at: from), at: to) }
    case .replace(let screen, let id, let index, let new):
      change(id) {
        $0.remove(screen, at: index)
        $0.screens.insert(new, at: index)
      }
    case .replaceContainer(let id, let new): change(id) { $0 = new }
    case .replaceParams(let id, let params): change(screen: id) { $0.params = params }
    case .replaceFormerParams(let id, let params): change(screen: id) { $0.formerParams = params }
    case .replaceState(let id, let state): change(screen: id) { $0.state = state }
    case .replaceIntent(let id, let intent): change(screen: id) { $0.intent = intent }
    }
  }

  private mutating func remove(_ screen: Screen.ID, at index: Int) {
    precondition(screens[index].id == screen)
    screens.remove(at: index)
  }

  private mutating func change(_ id: Container.ID, _ body: (inout Container) -> Void) {
    if self.id == id { return body(&self) }
    changeScreens { $0.content?.change(id, body) }
  }

  private mutating func change(screen id: Screen.ID, _ body: (inout Screen) -> Void) {
    changeScreens { screen in
      if screen.id == id { body(&screen) }
      screen.content?.change(screen: id, body)
    }
  }

  private mutating func changeScreens(_ body: (inout Screen) -> Void) {
    for index in screens.indices { body(&screens[index]) }
    for index in presented.indices { body(&presented[index].screen) }
  }
}
