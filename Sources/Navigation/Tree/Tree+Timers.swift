// The timers that are pending, in the order in which they fire.

extension Tree {
  public func timer(_ id: Timer.ID) -> Timer? {
    timers.first { $0.id == id }
  }

  func timer(_ effect: String, of screen: Screen.ID?) -> Timer? {
    timers.first { $0.effect == effect && $0.screen == screen }
  }
}

extension [Timer] {
  /// Puts a timer in its place in the order.
  mutating func add(_ timer: Timer) {
    insert(timer, at: firstIndex { timer.precedes($0) } ?? count)
  }
}
