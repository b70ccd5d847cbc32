import Sessions

extension Writer {
  /// Up to which number every change is shown by the tables. Changes of an import are not until it ends: after a crash they
  /// are found behind the mark, and removed.
  var mark: Int64 {
    guard let first = imports.values.min() else { return lowWater.mark }
    return min(lowWater.mark, first - 1)
  }

  /// Records what the transaction did to imports.
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
