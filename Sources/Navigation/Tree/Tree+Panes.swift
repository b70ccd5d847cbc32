// The panes beside the focused ones, which are also asked to take an action.

extension Tree {
  /// The containers on the focus paths of panes without the focus, in the order in which they are asked.
  var containersOfOtherPanes: [Container] {
    otherPanes.flatMap { pane in (pane.content?.focusPath ?? []).reversed().compactMap { container($0) } }
  }

  /// The screens on the focus paths of panes without the focus, in the order in which they are asked.
  var screensOfOtherPanes: [Screen] {
    otherPanes.flatMap { $0.focusedScreens.reversed() }
  }

  private var otherPanes: [Screen] {
    focusPath.reversed().flatMap { id in container(id).map { $0.panes(beside: $0.selected) } ?? [] }
  }
}

extension Container {
  /// Whether the container has panes that no presented screen covers.
  var hasOpenPanes: Bool { kind == .panes && presented.isEmpty }

  /// The panes beside one, if the container has panes that no presented screen covers.
  func panes(beside index: Int) -> [Screen] {
    guard hasOpenPanes else { return [] }
    return screens.indices.filter { $0 != index }.map { screens[$0] }
  }
}

extension Screen {
  /// The screen and those of its content on the focus path, when the screen is in front.
  var focusedScreens: [Screen] {
    var screens = [self]
    while let content = screens[screens.count - 1].content { screens.append(content.focused) }
    return screens
  }
}
