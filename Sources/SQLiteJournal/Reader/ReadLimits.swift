/// The amount of work of a read before other reads have their turn.
///
/// Between two parts no statement and no transaction is open, so a long read blocks neither other reads nor a restart
/// of the write-ahead log.
package struct ReadLimits: Sendable {
  /// Changes in a page of the past, or index entries examined for it.
  package var changes = 128
  /// Bytes of text in a page. A single longer step is read as a whole.
  package var bytes = 256 << 10
  /// Changes that a search examines in one part.
  package var searched = 500
  /// Bytes of the items of one page, whatever limit the query has.
  package var answerBytes = 1 << 20

  /// Creates the default limits.
  package init() {}

  /// The smallest limits, for tests of the points between two parts.
  package static var smallest: ReadLimits {
    var limits = ReadLimits()
    limits.changes = 2
    limits.bytes = 200
    limits.searched = 3
    return limits
  }
}
