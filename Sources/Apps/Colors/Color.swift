/// The screens that there are, and where each leads to.
public enum Color: String, Equatable, Sendable, CaseIterable {
  case red, green, blue

  /// Where one can go from here. Also to the same color: to a fresh screen of it.
  public var next: [Color] {
    switch self {
    case .red: [.red, .green, .blue]
    case .green: [.green, .blue]
    case .blue: [.blue, .red]
    }
  }
}
