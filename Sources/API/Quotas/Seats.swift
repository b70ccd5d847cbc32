import Synchronization

/// Counts places that may be taken at once: those of listeners to all sessions, or of imports.
final class Seats: Sendable {
  let count: Int
  private let taken = Atomic(0)

  init(_ count: Int) {
    self.count = count
  }

  /// - Returns: nil when all are taken.
  func take() -> Seat? {
    guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= count else {
      giveBack()
      return nil
    }
    return Seat(self)
  }

  fileprivate func giveBack() { taken.wrappingSubtract(1, ordering: .relaxed) }
}

/// Is given back when nobody holds it any more.
final class Seat: Sendable {
  private let seats: Seats

  fileprivate init(_ seats: Seats) {
    self.seats = seats
  }

  deinit { seats.giveBack() }
}
