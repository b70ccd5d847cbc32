import JSON
import Sessions

/// Reads pages of the changes of one session.
struct HistoryReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// Changes in a page of the past, or examined in one statement.
  private static let part = 128
  /// Bytes of text in a page. A single longer change is read as a whole.
  private static let bytes = 256 << 10
  /// Bytes of the items of a page that a client asked for.
  private static let answerBytes = 1 << 20

  // MARK: The past

  /// Reads a page of a session's past.
  func past(_ query: PastQuery) throws(PostgresError) -> PastPage {
    switch query.selection {
    case .ascending(let revisions):
      let changes = try changes(
        query, "ascending", revisions, "c.revision BETWEEN $4::int8 AND $5::int8 ORDER BY c.revision")
      return page(query, changes, at: { revisions.lowerBound + $0 }) { revision in
        revision < revisions.upperBound ? .ascending(revision + 1...revisions.upperBound) : nil
      }
    case .descending(let revisions):
      let changes = try changes(
        query, "descending", revisions, "c.revision BETWEEN $4::int8 AND $5::int8 ORDER BY c.revision DESC")
      return page(query, changes, at: { revisions.upperBound - $0 }) { revision in
        revision > revisions.lowerBound ? .descending(revisions.lowerBound...revision - 1) : nil
      }
    case .undoPath(let from, let floor, let limit): return try undoPath(query, from: from, floor: floor, limit: limit)
    case .listed(let revisions): return try listed(query, revisions)
    }
  }

  /// The changes before the first gap, and the query for those after them.
  private func page(
    _ query: PastQuery, _ changes: [PastChange], at expected: (Int) -> Int,
    rest: (Int) -> PastQuery.Selection?
  ) -> PastPage {
    let consecutive = changes.enumerated().prefix { $0.element.revision == expected($0.offset) }.map(\.element)
    guard let last = consecutive.last, consecutive.count == changes.count, let rest = rest(last.revision) else {
      return PastPage(changes: consecutive, next: nil)
    }
    return PastPage(
      changes: consecutive, next: PastQuery(session: query.session, selection: rest, content: query.content))
  }

  private func changes(
    _ query: PastQuery, _ name: String, _ revisions: ClosedRange<Int>, _ condition: String
  ) throws(PostgresError) -> [PastChange] {
    var parameters = parameters(query)
    parameters.append(Int64(revisions.lowerBound))
    parameters.append(Int64(revisions.upperBound))
    parameters.append(Int64(Self.part))
    let statement = PostgresStatement("past_\(name)", Self.past("\(condition) LIMIT $6::int8", base: "NULL::int8"))
    return limited(try connection.run(statement, parameters).rows.lazy.map { Self.change($0) })
  }

  private func undoPath(_ query: PastQuery, from: Int, floor: Int, limit: Int) throws(PostgresError) -> PastPage {
    var parameters = parameters(query)
    parameters.append(Int64(from))
    parameters.append(Int64(floor))
    parameters.append(Int64(min(limit, Self.part)))
    let changes = limited(try connection.run(Self.undoPath, parameters).rows.lazy.map { Self.change($0) })
    // A base is always earlier; one that is not would lead in a circle, and can only be damage.
    guard let last = changes.last, let base = last.base, base > floor, base < last.revision, changes.count < limit
    else {
      return PastPage(changes: changes, next: nil)
    }
    let rest = PastQuery.Selection.undoPath(from: base, floor: floor, limit: limit - changes.count)
    return PastPage(changes: changes, next: PastQuery(session: query.session, selection: rest, content: query.content))
  }

  private func listed(_ query: PastQuery, _ revisions: ArraySlice<Int>) throws(PostgresError) -> PastPage {
    let part = revisions.prefix(Self.part)
    var parameters = parameters(query)
    parameters.append(int8s: part.map { Int64($0) })
    let found = limited(try connection.run(Self.listed, parameters).rows.lazy.map { Self.change($0) })
    let consecutive = Array(zip(found, part).prefix { $0.revision == $1 }.map(\.0))
    let rest = revisions.dropFirst(consecutive.count)
    guard !rest.isEmpty, consecutive.count == found.count, !found.isEmpty else {
      return PastPage(changes: consecutive, next: nil)
    }
    return PastPage(
      changes: consecutive, next: PastQuery(session: query.session, selection: .listed(rest), content: query.content))
  }

  private func parameters(_ query: PastQuery) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(query.session)
    parameters.append(query.content.contains(.action))
    parameters.append(query.content.contains(.steps))
    return parameters
  }

  /// The first changes that fit into a page.
  private func limited(_ changes: some Sequence<PastChange>) -> [PastChange] {
    var bytes = 0
    var page: [PastChange] = []
    for change in changes {
      guard page.isEmpty || bytes + change.textCount <= Self.bytes else { break }
      bytes += change.textCount
      page.append(change)
    }
    return page
  }

  private static func change(_ row: PostgresRow) -> PastChange {
    PastChange(
      revision: row.count(0), at: row.moment(1), origin: row.origin(2, 9), action: row.bytes(3),
      edits: row.bytes(4), outputs: row.bytes(5), refused: row.optionalBytes(6), stateOf: row.optionalCount(7),
      base: row.optionalCount(8), isImported: row.bool(12))
  }

  private static let columns = """
    c.revision, c.at, c.actor, CASE WHEN $2::bool THEN c.action ELSE '' END, CASE WHEN $3::bool THEN c.edits ELSE '' END,
      c.outputs, c.refused, c.state_of
    """

  /// The columns of a change's origin besides the actor, and whether it was imported.
  private static let origin = """
    c.credential, a.text, c.request,
      c.event < (SELECT created_event FROM session_rows WHERE session_rows.id = c.session)
    """
  private static let attributions = "LEFT JOIN attributions a ON a.session = c.session AND a.number = c.credential"

  private static func past(_ condition: String, base: String) -> String {
    """
    SELECT \(columns), \(base), \(origin)
    FROM changes c
    \(attributions)
    WHERE c.session = $1::uuid AND c.revision >= (SELECT oldest FROM session_rows WHERE id = $1::uuid) AND \(condition)
    """
  }

  /// The revision whose state a session had before a change.
  private static let base = """
    coalesce((SELECT p.state_of FROM changes p WHERE p.session = c.session AND p.revision = c.revision - 1
      AND p.revision >= (SELECT oldest FROM session_rows WHERE id = $1::uuid)), c.revision - 1)
    """

  private static let undoPath = PostgresStatement(
    "past_chain",
    """
    WITH RECURSIVE chain AS (
      SELECT c.revision, \(base) AS base, 1 AS n FROM changes c WHERE c.session = $1::uuid AND c.revision = $4::int8
        AND c.revision > $5::int8
      UNION ALL
      SELECT c.revision, \(base), chain.n + 1
      FROM chain
      JOIN changes c ON c.session = $1::uuid AND c.revision = chain.base
      WHERE chain.base > $5::int8 AND chain.base < chain.revision AND chain.n < $6::int8)
    SELECT \(columns), chain.base, \(origin)
    FROM chain
    JOIN changes c ON c.session = $1::uuid AND c.revision = chain.revision
    \(attributions)
    WHERE c.revision >= (SELECT oldest FROM session_rows WHERE id = $1::uuid) AND $6::int8 > 0
    ORDER BY chain.n
    """)

  private static let listed = PostgresStatement(
    "past_listed",
    """
    SELECT \(columns), \(base), \(origin)
    FROM unnest($4::int8[]) WITH ORDINALITY AS k (revision, n)
    JOIN changes c ON c.session = $1::uuid AND c.revision = k.revision
    \(attributions)
    WHERE c.revision >= (SELECT oldest FROM session_rows WHERE id = $1::uuid)
    ORDER BY k.n
    """)

  // MARK: The history

  /// Reads changes with their actions, oldest first.
  func history(_ query: HistoryPageQuery) throws(PostgresError) -> ItemPage<HistoryItem> {
    var page = ItemPage<HistoryItem>()
    var bytes = 0
    try scan(query.session, after: query.after) { row in
      let origin = row.origin(2, 9)
      guard query.filter.accepts(origin) else { return true }
      let action = row.bytes(3)
      guard query.filter.type.map({ Self.action(action, hasType: $0) }) ?? true else { return true }
      let item = HistoryItem(
        revision: row.count(0), at: row.moment(1), origin: origin, action: action, outputs: row.bytes(5),
        refused: row.optionalBytes(6), isImported: row.bool(12))
      let size = item.action.count + item.outputs.count + (item.refused?.count ?? 0)
      guard page.items.isEmpty || page.items.count < query.limit && bytes + size <= Self.answerBytes else {
        page.hasNext = true
        return false
      }
      page.items.append(item)
      bytes += size
      return true
    }
    return page
  }

  /// Reads outputs, oldest first.
  func outputs(_ query: OutputQuery) throws(PostgresError) -> ItemPage<OutputItem> {
    var page = ItemPage<OutputItem>()
    var bytes = 0
    try scan(query.session, after: 0, onlyOutputs: true) { row in
      for output in JSONValue(stored: row.bytes(5))?.arrayValue ?? [] {
        guard let seq = output["seq"]?.integerValue, seq > query.after, let name = output["name"]?.stringValue else {
          continue
        }
        let value = (output["value"] ?? .null).bytes
        let size = value.count + name.utf8.count
        guard page.items.isEmpty || page.items.count < query.limit && bytes + size <= Self.answerBytes else {
          page.hasNext = true
          return false
        }
        page.items.append(
          OutputItem(
            seq: Int(seq), revision: row.count(0), at: row.moment(1), origin: row.origin(2, 9),
            isImported: row.bool(12), name: name, value: value))
        bytes += size
      }
      return true
    }
    return page
  }

  /// Passes the available changes after a revision, until the function returns false.
  private func scan(
    _ session: SessionID, after: Int, onlyOutputs: Bool = false, _ visit: (PostgresRow) -> Bool
  ) throws(PostgresError) {
    var last = after
    while true {
      var parameters = PostgresParameters()
      parameters.append(session)
      parameters.append(!onlyOutputs)
      parameters.append(false)
      parameters.append(Int64(last))
      parameters.append(Int64(Self.part))
      parameters.append(onlyOutputs)
      let result = try connection.run(Self.scan, parameters)
      for row in result.rows {
        last = row.int(0)
        guard visit(row) else { return }
      }
      guard result.count == Self.part else { return }
    }
  }

  // A change without outputs has `[]`, two bytes.
  private static let scan = PostgresStatement(
    "history",
    past(
      """
      c.revision > $4::int8 AND (NOT $6::bool OR octet_length(c.outputs) > 2) ORDER BY c.revision LIMIT $5::int8
      """, base: "NULL::int8"))

  /// Whether an action, or one of a batch, has a type.
  private static func action(_ text: [UInt8], hasType type: String) -> Bool {
    guard let json = JSONValue(stored: text) else { return false }
    if let own = json["type"], !own.isNull { return own.stringValue == type }
    return (json["actions"]?.arrayValue ?? []).contains { $0["type"]?.stringValue == type }
  }
}

extension JSONValue {
  /// Parses a text that this program has stored; nil: it was changed since.
  init?(stored text: [UInt8]) {
    do throws(JSONError) {
      self = try JSONValue(parsing: text, maximumDepth: 2_048, roundingNumbers: true)
    } catch {
      return nil
    }
  }
}
