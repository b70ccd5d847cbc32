extension Route {
  var isPresented: Bool {
    if case .present = presentation { true } else { false }
  }

  /// The style in which it is presented when the action names none.
  var presentationStyle: Presented.Style {
    if case .present(let style) = presentation { style } else { .sheet }
  }
}

extension Route.Presentation {
  /// Whether this transition goes to containers of that kind.
  func isFor(_ kind: Container.Kind) -> Bool {
    switch self {
    case .push: kind == .stack
    case .present: true
    case .select: kind != .stack
    case .switch: kind == .switch
    }
  }
}
