import Sessions

/// The imports that have written changes and have not ended.
struct UnfinishedImports {
  /// The number of the first change of each session that is being imported.
  private var first: [SessionID: Int64] = [:]

  enum Step {
    /// Changes of a session were written, the first one with this number.
    case began(SessionID, Int64)
    case ended(SessionID)
  }

  /// The `seq` up to which every change is in a snapshot. Stays before the changes of an import until it ends, so that
  /// recovery finds and removes them after a crash.
  func mark(_ lowWater: LowWater) -> Int64 {
    guard let first = first.values.min() else { return lowWater.mark }
    return min(lowWater.mark, first - 1)
  }

  /// Records a step that was committed.
  mutating func record(_ step: Step) {
    switch step {
    case .began(let session, let seq): first[session] = min(seq, first[session] ?? seq)
    case .ended(let session): first[session] = nil
    }
  }
}
