import Reduction

struct First: Equatable, Sendable, Identifiable {
  let id: Int
  var isSaved = false
}

enum FirstAction: Equatable, Sendable {
  case save, saved
}

let first = Reducer<First, FirstAction, Void> { state, action, _ in
  switch action {
  case .save: return .after(id: "save", .seconds(1), .saved)
  case .saved: state.isSaved = true
  }
  return .none
}

/// The modal is a router itself.
struct MyRouter: Equatable, Sendable {
  var navigation = NavigationState<Route>()
  var opened = 0

  enum Route: Routable, Equatable {
    case first(First)
    case second
    case modal(MyRouter)

    var id: String {
      switch self {
      case .first(let first): "first \(first.id)"
      case .second: "second"
      case .modal: "modal"
      }
    }

    var style: PresentationStyle { self == .second ? .popover : .sheet }
  }

  enum Action: Equatable, Sendable {
    case openFirst, openSecond, openModal, finish
    indirect case route(id: String, action: RouteAction)
  }

  enum RouteAction: Equatable, Sendable {
    case first(FirstAction)
    case modal(Action)
  }

  static let reducer: Reducer<MyRouter, Action, Void> = .routing(
    \.navigation,
    root: Reducer { state, action, _ in
      if action == .openFirst { state.opened += 1 }
      return .none
    },
    routes: .combine(
      first.pullback(state: .first, action: .first),
      Reducer.deferred(reducer).pullback(state: .modal, action: .modal)),
    action: .route
  ) { state, action, _ in
    switch action {
    case .openFirst: [.push(.first(First(id: state.opened)))]
    case .openSecond: [.push(.second)]
    case .openModal: [.present(.modal(MyRouter()))]
    case .finish: [.finish]
    case .route: []
    }
  }
}
