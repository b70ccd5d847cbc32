import Sessions

/// The rows of sessions that are created or imported in one transaction.
struct CreationRows {
  private let items: [Item]

  private struct Item {
    let snapshot: StateSnapshot
    let record: IdempotencyRecord?
    let row: SessionHeader?
    let token: Int64

    var session: SessionRow { snapshot.session }
  }

  init(_ units: [CommitUnit]) {
    items = units.compactMap { unit in
      let token = unit.token?.number ?? 0
      switch unit.kind {
      case .creation(let snapshot, let record):
        return Item(snapshot: snapshot, record: record, row: unit.row, token: token)
      case .addition(let imported, _):
        return Item(snapshot: imported.session, record: imported.record, row: unit.row, token: token)
      case .update, .deletion, .other: return nil
      }
    }
  }

  /// Adds the credentials of the creations; nil: all are those of all sessions.
  var attributionCommand: PostgresCommand? {
    var rows = AttributionRows()
    for item in items { rows.add(item.session.metadata.creation?.by, of: item.session.id) }
    return rows.command
  }

  /// Counts the first screens of the sessions that this transaction has created; nil: there are none to count.
  var flowCommands: [PostgresCommand] {
    var rows = FlowRows()
    for item in items {
      guard let flow = item.snapshot.flow else { continue }
      var counts = FlowCounts()
      counts.add(flow, of: item.session.app)
      rows.add(counts, ofNew: item.session.id)
    }
    return rows.commands
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
    parameters.append(byteas: items.map(\.session.data))
    parameters.append(byteas: items.map { item in item.record.map { Array($0.key.utf8) } })
    parameters.append(byteas: items.map { $0.record?.fingerprint })
    parameters.append(.int4, items) { item, writer in
      guard let status = item.record?.status else { return false }
      writer.write(Int32(status))
      return true
    }
    parameters.append(byteas: items.map { $0.record?.body })
    parameters.append(int8s: items.map { $0.record?.at })
    // With the change of a start, revision 2 is written as well; the creation's row of `commits` covers both.
    parameters.append(int8s: items.map { item in Int64(item.row?.revision ?? item.session.revision) })
    parameters.append(byteas: items.map { Array($0.snapshot.navigation) })
    let creations = items.map(\.session.metadata.creation)
    parameters.append(int8s: creations.map { $0?.by.map(StoredAttribution.init)?.number })
    parameters.append(byteas: creations.map { $0?.requestID?.bytes })
    parameters.append(int8s: items.map(\.session.flow?.enteredAt))
    parameters.append(byteas: items.map(\.session.flow?.labelsText))
    return PostgresCommand(SharedWriteStatements.create, parameters)
  }
}
