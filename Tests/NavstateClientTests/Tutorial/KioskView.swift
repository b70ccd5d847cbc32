#if canImport(SwiftUI)
  import Foundation
  import JSON
  import Navigation
  import NavstateClient
  import SwiftUI

  /// Connects, and shows the kiosk once the session is there.
  struct ConnectingView: View {
    let server: URL
    @State private var nav: NavstateClient?
    @State private var problem: NavstateProblem?

    var body: some View {
      Group {
        if let nav { KioskView(nav: nav) } else { Text(problem?.detail ?? "Connecting…") }
      }
      .task { await connect() }
    }

    private func connect() async {
      var configuration = ClientConfiguration()
      configuration.queue = FileQueueStore(folder: .applicationSupportDirectory.appending(path: "navstate"))
      do {
        let session = NewSession(app: "bistro-kiosk", key: "table-7")
        nav = try await NavstateClient.connect(to: server, .new(session), configuration: configuration)
      } catch {
        problem = error
      }
    }
  }

  /// The root stack of the session, with the sheet over it.
  struct KioskView: View {
    let nav: NavstateClient

    var body: some View {
      NavigationStack(path: nav.path()) {
        ScreenView(nav: nav, screen: nav.tree.root.screens[0])
          .navigationDestination(for: ScreenItem.self) { item in
            ScreenView(nav: nav, screen: nav.screen(of: item))
          }
      }
      .sheet(item: nav.presented()) { item in ScreenView(nav: nav, screen: nav.screen(of: item)) }
      .overlay(alignment: .bottom) { if nav.connection == .offline { Text("Offline") } }
    }
  }

  /// One screen, with a button for each action that its view offers.
  struct ScreenView: View {
    let nav: NavstateClient
    let screen: Screen

    var body: some View {
      VStack {
        Text(screen.route)
        switch screen.route {
        case "welcome": Button("Order") { nav.push("menu") }
        case "menu": Button("Soup") { nav.present("dish", ["id": "soup", "price": 700]) }
        case "dish": Button("Choose") { nav.send(Action("choose", ["source": .string(screen.id)])) }
        default: Button("Back") { nav.back() }
        }
      }
    }
  }
#endif
