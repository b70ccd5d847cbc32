import Navigation

/// Numbers of stored rows, which may have been corrupted since. One out of range is replaced by the nearest valid one, with
/// which can be counted: the rest of the row is still useful.
package enum StoredNumber {
  /// A time in milliseconds since 1970.
  package static func moment(_ stored: Int64) -> Int64 {
    min(max(stored, Timer.moments.lowerBound), Timer.moments.upperBound)
  }

  /// A count, a revision or a period in milliseconds, at least 0.
  package static func count(_ stored: Int64) -> Int64 { min(max(stored, 0), Int64(UndoState.largest)) }

  /// The status of an HTTP response.
  package static func status(_ stored: Int64) -> Int64 { min(max(stored, 200), 599) }
}
