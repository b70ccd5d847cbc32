import JSON
import Sessions

/// A row of `revisions`: the changes of consecutive revisions of a session.
struct RevisionRun: Sendable {
  let first: Int
  /// The numbers of the changes, at least one.
  let seqs: [Int64]

  /// The most revisions of a row.
  static let longest = 64

  /// The query for the last row of a session that begins at a revision or before, and that for the first after it.
  static let last = "\(selection) WHERE session = ? AND revision <= ? ORDER BY revision DESC LIMIT 1"
  static let next = "\(selection) WHERE session = ? AND revision > ? ORDER BY revision LIMIT 1"
  static let selection = "SELECT revision, change, more FROM revisions"

  init(first: Int, seqs: [Int64]) {
    self.first = first
    self.seqs = seqs
  }

  /// Reads the columns `revision`, `change` and `more`.
  init(_ row: Statement) throws(SQLiteError) {
    let stored = row.integer(0)
    guard (1...Int64(UndoState.largest)).contains(stored) else {
      throw .corrupt("a row of `revisions` has the revision \(stored)")
    }
    first = Int(stored)
    var seqs = [row.integer(1)]
    if !row.isNull(2) { seqs += try Self.numbers(row.bytes(2)) }
    self.seqs = seqs
  }

  private static func numbers(_ text: [UInt8]) throws(SQLiteError) -> [Int64] {
    do throws(JSONError) {
      let numbers = try JSONValue(parsing: text).arrayValue?.compactMap(\.integerValue) ?? []
      // Less than: the first number has a column of its own.
      if numbers.count < longest { return numbers }
    } catch {
      throw .corrupt("the changes of a row of `revisions`: \(error)")
    }
    throw .corrupt("a row of `revisions` has more than \(longest) changes")
  }

  /// Divides changes into rows.
  static func runs(of entries: [ProjectionBacklog.Entry]) -> [RevisionRun] {
    var runs: [RevisionRun] = []
    var rest = entries[...]
    while let first = rest.first {
      let run = zip(rest, first.revision..<first.revision + longest).prefix { $0.revision == $1 }
      runs.append(RevisionRun(first: first.revision, seqs: run.map(\.0.seq)))
      // A run has at least the first entry, so this ends.
      rest = rest.dropFirst(runs[runs.count - 1].seqs.count)
    }
    return runs
  }

  var revisions: Range<Int> { first..<first + seqs.count }
  var entries: [ProjectionBacklog.Entry] {
    zip(first..., seqs).map { ProjectionBacklog.Entry(revision: $0, seq: $1) }
  }

  /// The number of the change of a revision; nil: the row does not have it.
  subscript(revision: Int) -> Int64? { revisions.contains(revision) ? seqs[revision - first] : nil }

  /// The parts before and after some revisions.
  func parts(without removed: Range<Int>) -> [RevisionRun] {
    [revisions.clamped(to: .min..<removed.lowerBound), revisions.clamped(to: removed.upperBound..<(.max))]
      .filter { !$0.isEmpty }
      .map { RevisionRun(first: $0.lowerBound, seqs: Array(seqs[($0.lowerBound - first)..<($0.upperBound - first)])) }
  }

  /// The value of the column `more`.
  var more: [UInt8]? {
    guard seqs.count > 1 else { return nil }
    var json = JSONWriter(capacity: 10 * seqs.count)
    for (index, seq) in seqs.dropFirst().enumerated() {
      json.append(index == 0 ? "[" : ",")
      json.append(integer: seq)
    }
    json.append("]")
    return json.bytes
  }
}
