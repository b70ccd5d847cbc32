import JSON

extension Edit {
  /// Whether a value that it adds is kept as its text.
  var holdsText: Bool {
    switch self {
    case .insert(let screen, _, _): screen.holdsText
    case .present(let presented, _, _): presented.screen.holdsText
    case .replace(_, _, let new): new.holdsText
    case .params(_, _, let new): new.isRaw
    case .state(_, _, let new), .data(_, let new): new.isRaw
    default: false
    }
  }
}

extension Container {
  fileprivate var holdsText: Bool {
    screens.contains(where: \.holdsText) || presented.contains(where: \.screen.holdsText)
  }

  /// Parses the values that are kept as their text.
  mutating func expand() {
    for index in screens.indices { screens[index].expand() }
    for index in presented.indices { presented[index].screen.expand() }
  }
}

extension Screen {
  fileprivate var holdsText: Bool { params.isRaw || state.isRaw || content?.holdsText ?? false }

  fileprivate mutating func expand() {
    if params.isRaw { params = params.expanded }
    if state.isRaw { state = state.expanded }
    content?.expand()
  }
}
