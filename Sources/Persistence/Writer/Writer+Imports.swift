import Sessions

extension Writer {
  /// The `seq` up to which the tables show every change. Stays before the changes of an import until it ends, so that
  /// recovery finds and removes them after a crash.
  var mark: Int64 {
    guard let first = imports.values.min() else { return lowWater.mark }
    return min(lowWater.mark, first - 1)
  }

  /// Records the imports that the transaction started or ended.
  func noteImports() {
    for (session, step) in importSteps {
      switch step {
      case .began(let seq): imports[session] = min(seq, imports[session] ?? seq)
      case .ended: imports[session] = nil
      }
    }
    lowWater.pass(nextSeq - 1)
  }
}
