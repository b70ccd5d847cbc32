import Navigation

/// The memory of the tree. Measuring visits the whole tree, so it is repeated only after changes of a comparable
/// total size.
struct TreeUse {
  /// -1: not measured.
  private var measured = -1
  /// Bytes of the changes since the last measurement, as text.
  private var written = 0

  mutating func record(written count: Int) { written += count }

  mutating func measure(_ tree: borrowing Tree) {
    // An eighth of the tree, so that measuring costs in proportion to the changes (decision 0038).
    if measured >= 0, written < max(1_024, measured / 8) { return }
    measured = tree.memorySize
    written = 0
  }

  /// The estimate. Later changes may consist of many small values, which take several times the bytes of their text.
  var bytes: Int { max(0, measured) + 4 * written }
}
