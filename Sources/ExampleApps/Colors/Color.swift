/// The screens of the app, and the transitions between them.
public enum Color: String, Codable, Equatable, Sendable, CaseIterable {
  case red, green, blue

  /// The screens that can be opened from this one. A transition to the same color opens a new screen.
  public var next: [Color] {
    switch self {
    case .red: [.red, .green, .blue]
    case .green: [.green, .blue]
    case .blue: [.blue, .red]
    }
  }
}
