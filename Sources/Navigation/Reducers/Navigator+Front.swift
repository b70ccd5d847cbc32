extension Navigator {
  /// Brings a container to the front: selects the screens around it in their containers, and dismisses the screens
  /// presented over those.
  func bringToFront(_ container: Container.ID, _ draft: inout Draft) {
    var inner = container
    while let (outer, position) = place(ofContent: inner, in: draft.tree) {
      bringToFront(position, of: outer, &draft)
      inner = outer
    }
  }

  /// Brings a screen to the front again, by going back: what was selected instead is no longer to be gone back to.
  func returnToFront(_ position: ScreenPosition, of container: Container.ID, _ draft: inout Draft) {
    bringToFront(position, of: container, isBack: true, &draft)
    var inner = container
    while let (outer, position) = place(ofContent: inner, in: draft.tree) {
      bringToFront(position, of: outer, isBack: true, &draft)
      inner = outer
    }
  }

  private func bringToFront(
    _ position: ScreenPosition, of container: Container.ID, isBack: Bool = false, _ draft: inout Draft
  ) {
    switch position {
    case .presented(let index):
      draft.dismiss(from: container, downTo: index + 1)
    case .listed(let index):
      draft.dismiss(from: container, downTo: 0)
      if draft[container].kind == .stack {
        for above in draft[container].screens.indices.dropFirst(index + 1).reversed() {
          draft.perform(.remove(draft[container].screens[above], from: container, at: above))
        }
      } else {
        let isLeft = isBack && index != draft[container].selected
        draft.select(index, in: container, isBack: isLeft, app.definition(of: container, in: draft.tree))
      }
      draft.focus(container) { $0.isOpen = false }
    }
  }

  /// The container and the position of the screen that holds a container; nil for the root.
  private func place(ofContent id: Container.ID, in tree: Tree) -> (Container.ID, ScreenPosition)? {
    guard let screen = tree.screen(whoseContentIs: id), let (container, position) = tree.root.holder(of: screen.id)
    else { return nil }
    return (container.id, position)
  }
}
