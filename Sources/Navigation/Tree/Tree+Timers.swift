// The pending timers, in the order in which they fire.

extension Tree {
  /// Returns the pending timer with this id; nil when it is absent.
  public func timer(_ id: Timer.ID) -> Timer? {
    timers.first { $0.id == id }
  }

  func timer(_ effect: String, of screen: Screen.ID?) -> Timer? {
    timers.first { $0.effect == effect && $0.screen == screen }
  }
}

extension [Timer] {
  /// Inserts a timer in order.
  mutating func add(_ timer: Timer) {
    insert(timer, at: firstIndex { timer.precedes($0) } ?? count)
  }
}
