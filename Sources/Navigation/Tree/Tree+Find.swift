extension Tree {
  /// The containers of the focus path, beginning with the root. From each container the path continues in the content
  /// of its topmost presented screen, or else of its selected one.
  public var focusPath: [Container.ID] { root.focusPath }

  /// The last screen of the focus path, which the user sees.
  public var current: Screen { root.innermost }

  /// The id and the route of the current screen, without a copy of the screen; nil: the tree is damaged, and not checked yet.
  package var currentName: (id: Screen.ID, route: String)? { root.innermostName }

  /// The routes of the current screen's path: at each container the selected screen, then the topmost presented one.
  public var currentPath: [String] {
    var routes: [String] = []
    var next: Container? = root
    while let container = next {
      routes.append(container.selectedScreen.route)
      if let top = container.presented.last { routes.append(top.screen.route) }
      next = container.focusedContent
    }
    return routes
  }

  /// Returns the container with this id; nil when it is absent.
  public func container(_ id: Container.ID) -> Container? { root.find(id) }

  /// A container that is known to be in the tree, read in place.
  ///
  /// Inlined, because otherwise each access would allocate a coroutine frame.
  subscript(id: Container.ID) -> Container {
    @inline(__always) _read {
      if root.id.isIdentical(to: id) {
        yield root
      } else if let container = root.find(id) {
        yield container
      } else {
        preconditionFailure("there is no container \"\(id)\" in the tree")
      }
    }
  }

  /// Returns the screen with this id; nil when it is absent.
  public func screen(_ id: Screen.ID) -> Screen? {
    root.holder(of: id).map { container, position in container[position] }
  }

  /// Returns the screen whose content holds that screen, directly; nil when a root's screen or absent.
  func screen(around id: Screen.ID) -> Screen? {
    container(holding: id).flatMap { screen(whoseContentIs: $0.id) }
  }

  /// Returns the container that lists or presents that screen; nil when it is absent.
  public func container(holding id: Screen.ID) -> Container? { root.holder(of: id)?.0 }

  /// The greatest nesting depth of containers.
  package var depth: Int { root.depth }

  /// The nesting depth of that container, counted from 1; 0 when it is absent.
  func depth(of id: Container.ID) -> Int { root.depth(of: id) }
}

extension Container {
  func find(_ id: Container.ID) -> Container? {
    if self.id.isIdentical(to: id) { return self }
    return firstContent { $0.find(id) }
  }

  /// Finds the container of a screen. Searches the focus path first, where most requested screens are.
  func holder(of id: Screen.ID) -> (Container, ScreenPosition)? {
    let focused = focusedPosition
    if let focused {
      if self[focused].id.isIdentical(to: id) { return (self, focused) }
      if let found = self[focused].content?.holder(of: id) { return found }
    }
    if let position = position(of: id) { return (self, position) }
    return firstContent(but: focused) { $0.holder(of: id) }
  }

  fileprivate var depth: Int {
    let listed = screens.reduce(0) { max($0, $1.content?.depth ?? 0) }
    return 1 + presented.reduce(listed) { max($0, $1.screen.content?.depth ?? 0) }
  }

  func depth(of id: Container.ID) -> Int {
    if self.id.isIdentical(to: id) { return 1 }
    return firstContent { content in
      let depth = content.depth(of: id)
      return depth == 0 ? nil : depth + 1
    } ?? 0
  }

  /// Changes a container in place; false when it is absent.
  mutating func change(_ id: Container.ID, _ body: (inout Container) -> Void) -> Bool {
    guard self.id.isIdentical(to: id) else { return changeContent { $0.change(id, body) } }
    body(&self)
    return true
  }

  /// Changes a screen in place; false when it is absent.
  mutating func change(screen id: Screen.ID, _ body: (inout Screen) -> Void) -> Bool {
    let focused = focusedPosition
    if let focused {
      if self[focused].id.isIdentical(to: id) {
        body(&self[focused])
        return true
      }
      if self[focused].content?.change(screen: id, body) == true { return true }
    }
    if let position = position(of: id) {
      body(&self[position])
      return true
    }
    return changeContent(but: focused) { $0.change(screen: id, body) }
  }

  /// The position of the focused screen; nil between two steps that leave the list empty or without a selection.
  private var focusedPosition: ScreenPosition? {
    if !presented.isEmpty { return .presented(presented.count - 1) }
    return screens.indices.contains(selected) ? .listed(selected) : nil
  }

  private func firstContent<Found>(but skipped: ScreenPosition? = nil, _ body: (Container) -> Found?) -> Found? {
    for index in presented.indices.reversed() where skipped != .presented(index) {
      if let content = presented[index].screen.content, let found = body(content) { return found }
    }
    for index in screens.indices.reversed() where skipped != .listed(index) {
      if let content = screens[index].content, let found = body(content) { return found }
    }
    return nil
  }

  /// Changes contents in place, without copies of the screens on the path.
  private mutating func changeContent(but skipped: ScreenPosition? = nil, _ body: (inout Container) -> Bool) -> Bool {
    for index in presented.indices.reversed() where skipped != .presented(index) {
      if presented[index].screen.content?.hand(to: body) == true { return true }
    }
    for index in screens.indices.reversed() where skipped != .listed(index) {
      if screens[index].content?.hand(to: body) == true { return true }
    }
    return false
  }

  /// For a container that may be absent: optional chaining changes it in place, while binding it would copy it.
  private mutating func hand(to body: (inout Container) -> Bool) -> Bool { body(&self) }
}

extension Tree {
  /// The screen that holds that container as its content.
  func screen(whoseContentIs id: Container.ID) -> Screen? { root.screen(whoseContentIs: id) }

  /// A container and those around it, up to the root.
  func containers(outwardFrom id: Container.ID) -> some Sequence<Container.ID> {
    sequence(first: id) { inner in screen(whoseContentIs: inner).flatMap { container(holding: $0.id)?.id } }
  }
}

extension Container {
  func screen(whoseContentIs id: Container.ID) -> Screen? {
    for index in presented.indices.reversed() {
      if let found = presented[index].screen.holder(ofContent: id) { return found }
    }
    for index in screens.indices.reversed() {
      if let found = screens[index].holder(ofContent: id) { return found }
    }
    return nil
  }
}

extension Screen {
  fileprivate func holder(ofContent id: Container.ID) -> Screen? {
    guard let content else { return nil }
    return content.id.isIdentical(to: id) ? self : content.screen(whoseContentIs: id)
  }
}

extension Tree {
  /// The screens of the focus path, the current one last.
  var focusedScreens: [Screen] { root.focused.focusedScreens }

  /// The outermost open drawer with a focused screen of its list: that screen and its content are behind the drawer.
  var openDrawer: Container.ID? { root.openDrawer }
}

extension Container {
  /// The container and those inside on the focus path, when the container is in front.
  var focusPath: [Container.ID] {
    var path = [id]
    var container = self
    while let content = container.focusedContent {
      path.append(content.id)
      container = content
    }
    return path
  }

  /// The current screen when the container is in front.
  var innermost: Screen {
    var screen = focused
    while let content = screen.content { screen = content.focused }
    return screen
  }

  fileprivate var innermostName: (id: Screen.ID, route: String)? {
    if let top = presented.indices.last {
      if let content = presented[top].screen.content { return content.innermostName }
      return (presented[top].screen.id, presented[top].screen.route)
    }
    guard screens.indices.contains(selected) else { return nil }
    if let content = screens[selected].content { return content.innermostName }
    return (screens[selected].id, screens[selected].route)
  }

  fileprivate var openDrawer: ID? {
    if focus.isOpen, presented.isEmpty { return id }
    return focusedContent?.openDrawer
  }
}
