import Navigation
import SQLite
import Sessions

/// Values of rows that nobody else checks. One that was damaged on the disk is brought to what can be written: the rest of
/// its row is worth having.
extension Statement {
  /// Milliseconds since 1970.
  func moment(_ column: Int32) -> Int64 {
    min(max(integer(column), Timer.moments.lowerBound), Timer.moments.upperBound)
  }

  /// What was counted, from zero.
  func count(_ column: Int32) -> Int {
    min(max(Int(integer(column)), 0), Timeline.largest)
  }
}
