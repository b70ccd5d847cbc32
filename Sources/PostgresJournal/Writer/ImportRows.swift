import Sessions

/// The statements of writes to the changes of imports that are not complete.
enum ImportRows {
  static func commands(importing slice: ImportSlice, node: String) -> [PostgresCommand] {
    let changes = slice.changes
    func texts(_ range: (Change) -> Range<Int>?) -> [[UInt8]?] {
      changes.map { change in range(change).map { Array(change.text[$0]) } }
    }
    let insertion = PostgresCommand(
      "importSlice",
      """
      INSERT INTO imported_changes (node, session, revision, at, actor, credential, attribution, request, action, edits, outputs,
        refused, state_of)
      SELECT $1::text, $2::uuid, c.revision, c.at, c.actor, c.credential, c.attribution, c.request, c.action, c.edits, c.outputs, c.refused, c.state_of
      FROM unnest($3::int8[], $4::int8[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::int8[],
        $11::int8[], $12::bytea[], $13::bytea[])
        AS c (revision, at, actor, action, edits, outputs, refused, state_of, credential, attribution, request)
      ON CONFLICT DO NOTHING
      """
    ) { parameters in
      parameters.append(node)
      parameters.append(slice.session)
      parameters.append(int8s: changes.map { Int64($0.revision) })
      parameters.append(int8s: changes.map(\.at))
      parameters.append(byteas: changes.map { change in change.origin.actor.map { Array($0.utf8) } })
      parameters.append(byteas: texts { $0.action })
      parameters.append(byteas: texts { $0.edits })
      parameters.append(byteas: texts { $0.outputs })
      parameters.append(byteas: texts { $0.refused })
      parameters.append(int8s: changes.map { change in change.stateOf.map { Int64($0) } })
      let credentials = changes.map { $0.origin.by.map(StoredAttribution.init) }
      parameters.append(int8s: credentials.map { $0?.number })
      parameters.append(byteas: credentials.map { $0?.text })
      parameters.append(byteas: changes.map { $0.origin.requestID?.bytes })
    }
    // An import that was given up may have left slices. `ON CONFLICT` is for a transaction that is sent twice.
    return (slice.isFirst ? [command(dropping: slice.session, 0..<Int.max, node: node)] : []) + [insertion]
  }

  static func command(dropping session: SessionID, _ revisions: Range<Int>, node: String) -> PostgresCommand {
    PostgresCommand(
      "dropImport",
      """
      DELETE FROM imported_changes
      WHERE node = $1::text AND session = $2::uuid AND revision >= $3::int8 AND revision < $4::int8
      """
    ) { parameters in
      parameters.append(node)
      parameters.append(session)
      parameters.append(Int64(revisions.lowerBound))
      parameters.append(Int64(revisions.upperBound))
    }
  }
}
