import Sessions

/// The rows of a new session besides those of every session.
enum AdditionRows {
  private static let dropRemains = PostgresStatement(
    "dropRemains",
    """
    DELETE FROM changes
    WHERE session = $1::uuid AND NOT EXISTS (SELECT 1 FROM session_rows WHERE id = $1::uuid)
    """)
  private static let dropSlices = PostgresStatement(
    "dropSlices",
    """
    DELETE FROM imported_changes USING session_rows s
    WHERE imported_changes.node = $2::text AND imported_changes.session = $1::uuid
      AND s.id = $1::uuid AND s.xmin = pg_current_xact_id()::xid
    """)

  private static let markBare = PostgresStatement(
    "markBare",
    """
    UPDATE session_rows SET bare_revision = $2::int8
    WHERE id = $1::uuid AND xmin = pg_current_xact_id()::xid
    """)

  /// Removes what is left of an earlier session with the id of an imported one.
  static func preparation(of unit: CommitUnit) -> [PostgresCommand] {
    // Only an import can have an id that was used before, of whose session some changes are not erased yet.
    guard case .addition(let imported, let changes) = unit.kind, changes.isEmpty else { return [] }
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
    guard case .addition(let imported, let changes) = unit.kind else { return [] }
    let session = imported.session.session.id
    var commands: [PostgresCommand] = []
    if changes.isEmpty {
      var parameters = PostgresParameters()
      parameters.append(node)
      parameters.append(session)
      commands.append(PostgresCommand(ChildStatements.addImported, parameters))
      commands.append(PostgresCommand(dropSlices, session) { $0.append(node) })
    }
    if let revision = imported.session.session.metadata.bareRevision {
      commands.append(PostgresCommand(markBare, session) { $0.append(Int64(revision)) })
    }
    if !imported.timers.isEmpty { commands.append(ChildRows.command(setting: imported.timers.map { (session, $0) })) }
    if !imported.calls.isEmpty { commands.append(ChildRows.command(asking: imported.calls)) }
    commands += imported.idempotencyRecords.map(OtherRows.command(record:))
    if !imported.tokens.items.isEmpty { commands += ChildRows.commands(setting: imported.tokens, of: session) }
    for app in imported.apps { commands += AppRows.commands(adding: app, with: session) }
    return commands
  }
}
