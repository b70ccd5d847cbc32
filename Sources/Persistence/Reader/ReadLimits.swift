/// How much is read before other reads have their turn.
///
/// Between two parts no statement and no transaction is open, so that a long read keeps neither other reads nor the
/// write-ahead log waiting.
package struct ReadLimits: Sendable {
  /// Changes in a page of the past, or whose index entries are looked at.
  package var changes = 128
  /// Bytes of text in a page. A single step of a change may be longer, and is read as a whole.
  package var bytes = 256 << 10
  /// Changes that a search looks at in a row.
  package var searched = 500
  /// Bytes of the items of one answer, however many items were asked for.
  package var answerBytes = 1 << 20

  package init() {}

  /// Parts as small as they can be, for tests of what happens between two of them.
  package static var smallest: ReadLimits {
    var limits = ReadLimits()
    limits.changes = 2
    limits.bytes = 200
    limits.searched = 3
    return limits
  }
}
