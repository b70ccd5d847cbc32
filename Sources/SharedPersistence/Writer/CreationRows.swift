import Postgres
import Sessions

/// The rows of sessions that are created or imported in one transaction.
struct CreationRows {
  private let items: [Item]

  private struct Item {
    let projection: Projection
    let answer: IdempotencyRecord?
    let row: SharedSessionRow?
    let token: Int64

    var session: SessionRow { projection.session }
  }

  init(_ units: [CommitUnit]) {
    items = units.compactMap { unit in
      let token = unit.token?.number ?? 0
      switch unit.kind {
      case .creation(let projection, let answer):
        return Item(projection: projection, answer: answer, row: unit.row, token: token)
      case .addition(let imported, _):
        return Item(projection: imported.session, answer: imported.keeping, row: unit.row, token: token)
      case .chain, .deletion, .other: return nil
      }
    }
  }

  var command: PostgresCommand {
    var parameters = PostgresParameters()
    func append(_ value: (SessionRow) -> Int) { parameters.append(int8s: items.map { Int64(value($0.session)) }) }
    parameters.append(sessions: items.map(\.session.id))
    parameters.append(int8s: items.map(\.token))
    parameters.append(texts: items.map(\.session.app))
    append(\.appVersion)
    append(\.revision)
    parameters.append(int8s: items.map(\.session.createdAt))
    parameters.append(int8s: items.map(\.session.updatedAt))
    append(\.nextID)
    append(\.outputs)
    append(\.undoState.shown)
    append(\.undoState.tip)
    append(\.undoState.oldest)
    append(\.historyBytes)
    parameters.append(byteas: items.map { $0.row?.pathText ?? Array("[\"\"]".utf8) })
    parameters.append(byteas: items.map(\.session.tokenHash))
    parameters.append(texts: items.map(\.session.metadata.key))
    parameters.append(int8s: items.map(\.session.metadata.expires))
    parameters.append(byteas: items.map(\.session.metadata.initialData))
    parameters.append(byteas: items.map { SnapshotEncoder.encode($0.projection) })
    parameters.append(byteas: items.map { item in item.answer.map { Array($0.key.utf8) } })
    parameters.append(byteas: items.map { $0.answer?.fingerprint })
    parameters.append(.int4, items) { item, writer in
      guard let status = item.answer?.status else { return false }
      writer.write(Int32(status))
      return true
    }
    parameters.append(byteas: items.map { $0.answer?.body })
    parameters.append(int8s: items.map { $0.answer?.at })
    parameters.append(int8s: items.map { item in Int64(item.row?.revision ?? item.session.revision) })
    return PostgresCommand(SharedWriteStatements.create, parameters)
  }
}

/// The rows of a new session besides those of every session.
enum AdditionRows {
  private static let dropRemains = PostgresStatement(
    "dropRemains",
    """
    DELETE FROM changes
    WHERE session = $1::uuid AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = $1::uuid)
    """)
  private static let dropSlices = PostgresStatement(
    "dropSlices",
    """
    DELETE FROM imported_changes USING sessions s
    WHERE imported_changes.node = $2::text AND imported_changes.session = $1::uuid
      AND s.id = $1::uuid AND s.xmin = pg_current_xact_id()::xid
    """)

  /// Removes what is left of an earlier session with the id of an imported one.
  static func preparation(of unit: CommitUnit) -> [PostgresCommand] {
    guard case .addition(let imported, start: nil) = unit.kind else { return [] }
    return [PostgresCommand(dropRemains, imported.session.session.id)]
  }

  static func labels(of units: [CommitUnit]) -> [PostgresCommand] {
    let labels = units.flatMap { unit -> [(session: SessionID, name: String, value: String)] in
      guard let session = unit.created else { return [] }
      return session.metadata.labels.map { (session.id, $0.key, $0.value) }
    }
    return labels.isEmpty ? [] : [ChildRows.command(adding: labels)]
  }

  static func rest(of unit: CommitUnit, node: String) -> [PostgresCommand] {
    guard case .addition(let imported, let start) = unit.kind else { return [] }
    let session = imported.session.session.id
    var commands: [PostgresCommand] = []
    if start == nil {
      var parameters = PostgresParameters()
      parameters.append(node)
      parameters.append(session)
      commands.append(PostgresCommand(ChildStatements.addImported, parameters))
      commands.append(PostgresCommand(dropSlices, session) { $0.append(node) })
    }
    if !imported.timers.isEmpty { commands.append(ChildRows.command(setting: imported.timers.map { (session, $0) })) }
    if !imported.calls.isEmpty { commands.append(ChildRows.command(asking: imported.calls)) }
    commands += imported.answers.map(OtherRows.command(keeping:))
    if !imported.tokens.items.isEmpty { commands += ChildRows.commands(setting: imported.tokens, of: session) }
    for app in imported.apps { commands += OtherRows.commands(adding: app, with: session) }
    return commands
  }
}

extension CommitUnit {
  /// The row of the session that a unit creates or imports.
  var created: SessionRow? {
    switch kind {
    case .creation(let projection, _): projection.session
    case .addition(let imported, _): imported.session.session
    case .chain, .deletion, .other: nil
    }
  }

  /// The change of revision 2 of the session that a unit creates, as a write to the session; nil: it has none.
  ///
  /// The creation and the change have one token.
  var start: CommitUnit? {
    guard case .addition(_, let change?) = kind, case .begin(_, _, let owner) = writes[0].write,
      let commit = writes[0].commit
    else { return nil }
    let following = SessionCommit(
      session: commit.session, basis: commit.token, token: commit.token, row: commit.row)
    return CommitUnit(
      StoreWrite(.change(change, of: owner), as: following, until: deadline, settled: writes[0].settled))
  }
}

/// The deletions of one transaction.
struct DeletionRows {
  private let units: [CommitUnit]
  private let now: Int64

  private static let count = PostgresStatement(
    "countDeleted",
    """
    WITH own AS (
      SELECT 1 FROM tombstones t WHERE t.session = $2::uuid AND t.xmin = pg_current_xact_id()::xid),
    \(ChildStatements.openBatch)
    INSERT INTO batch_counts (batch, outcome, code, count)
    SELECT id, 'changed', '', 1 FROM b WHERE open = 1
    ON CONFLICT (batch, outcome, code) DO UPDATE SET count = batch_counts.count + 1
    """)

  /// - Parameter units: In the order of the ids of their sessions.
  init(_ units: [CommitUnit], now: Int64) {
    self.units = units
    self.now = now
  }

  /// The statement to execute before `commands`; nil: no session expires.
  var lock: PostgresCommand? {
    let expired = units.compactMap { unit -> SessionID? in
      guard case .deletion(let session, let deletion) = unit.kind, deletion.expiry != nil else { return nil }
      return session
    }
    guard !expired.isEmpty else { return nil }
    var parameters = PostgresParameters()
    parameters.append(sessions: expired)
    return PostgresCommand(SharedWriteStatements.lockExpired, parameters)
  }

  /// The first one deletes.
  var commands: [PostgresCommand] {
    var parameters = PostgresParameters()
    let deletions = units.compactMap { unit -> (SessionID, Int64?, Deletion)? in
      guard case .deletion(let session, let deletion) = unit.kind else { return nil }
      return (session, unit.basis?.number, deletion)
    }
    parameters.append(sessions: deletions.map(\.0))
    parameters.append(int8s: deletions.map(\.1))
    parameters.append(texts: deletions.map { $0.2.expiry == nil ? nil : "expired" })
    parameters.append(now)
    let counts = deletions.compactMap { session, _, deletion -> PostgresCommand? in
      guard let batch = deletion.batch else { return nil }
      var parameters = PostgresParameters()
      parameters.append(batch.number)
      parameters.append(session)
      return PostgresCommand(Self.count, parameters)
    }
    return [PostgresCommand(SharedWriteStatements.delete, parameters)] + counts
  }
}
