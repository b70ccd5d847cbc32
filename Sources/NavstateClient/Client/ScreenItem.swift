import Navigation

/// A screen as an item of a list of views.
///
/// Two items are equal if they are the same screen. The identity stays when the server's id of a new
/// screen becomes known, so that its view stays, too.
public struct ScreenItem: Identifiable, Hashable, Sendable {
  /// The identity for views.
  public let id: String
  /// The screen.
  public let screen: Screen

  /// Whether the items are the same screen.
  public static func == (one: ScreenItem, other: ScreenItem) -> Bool { one.id == other.id }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension NavstateClient {
  /// The screens above the first one of a stack.
  public func items(of stack: Container.ID) -> [ScreenItem] {
    (tree.container(stack)?.screens ?? []).dropFirst().map(item)
  }

  /// The topmost screen that is presented over a container, if it has that style.
  public func item(presentedAs style: Presented.Style, over container: Container.ID) -> ScreenItem? {
    guard let top = tree.container(container)?.presented.last, top.style == style else { return nil }
    return item(top.screen)
  }

  /// The present state of an item's screen; the item's own if the screen is gone.
  public func screen(of item: ScreenItem) -> Screen {
    tree.screen(model.serverIDs[item.screen.id] ?? item.screen.id) ?? item.screen
  }

  /// Reports the screens that a device has removed from a stack by itself, the top one first.
  ///
  /// - Parameter items: The screens that are left above the first one.
  public func reportPath(_ items: [ScreenItem], of stack: Container.ID) {
    let left = Set(items)
    for item in self.items(of: stack).reversed() where !left.contains(item) { reportRemoved(item.screen.id) }
  }

  /// Reports that a device has dismissed a presented screen by itself.
  ///
  /// - Parameter item: The item that is left; nil: none.
  public func reportPresented(_ item: ScreenItem?, as style: Presented.Style, over container: Container.ID) {
    guard item == nil, let former = self.item(presentedAs: style, over: container) else { return }
    reportRemoved(former.screen.id)
  }

  /// Selects a tab, a page or an entry of a drawer in a container.
  @discardableResult
  public func select(_ route: String, in container: Container.ID) -> SentRequest {
    send(Action("select", ["route": .string(route), "target": .string(container)]))
  }

  private func item(_ screen: Screen) -> ScreenItem { ScreenItem(id: viewID(of: screen.id), screen: screen) }
}
