// This file is compiled where SwiftUI is available. It was neither compiled nor run on Linux, where the tests of this
// package run; they cover `ScreenItem` and the functions that these bindings call.
#if canImport(SwiftUI)
  import Navigation
  import SwiftUI

  extension NavstateClient {
    /// The path of a `NavigationStack`: the screens above the first one of a stack. A swipe back is reported.
    ///
    /// ```swift
    /// NavigationStack(path: nav.path()) {
    ///   HomeView()
    ///     .navigationDestination(for: ScreenItem.self) { item in ScreenView(item.screen) }
    /// }
    /// ```
    ///
    /// - Parameter stack: The id of the stack.
    public func path(of stack: Container.ID = "root") -> Binding<[ScreenItem]> {
      Binding(get: { self.items(of: stack) }, set: { self.reportPath($0, of: stack) })
    }

    /// The item of a `sheet` or a `fullScreenCover`: the topmost screen that is presented with the style. Its dismissal
    /// by the user is reported.
    ///
    /// - Parameters:
    ///   - style: The style of the presentation.
    ///   - container: The id of the container over which the screen is presented.
    public func presented(
      as style: Presented.Style = .sheet, over container: Container.ID = "root"
    ) -> Binding<ScreenItem?> {
      Binding(
        get: { self.item(presentedAs: style, over: container) },
        set: { self.reportPresented($0, as: style, over: container) })
    }

    /// The selection of a `TabView`, whose tabs have the routes as their tags.
    ///
    /// - Parameter container: The id of the tabs.
    public func selection(of container: Container.ID = "root") -> Binding<String> {
      Binding(
        get: { self.tree.container(container)?.selectedScreen.route ?? "" },
        set: { self.select($0, in: container) })
    }
  }
#endif
