import JSON
import Sessions

/// The rows of sessions and of their changes in one transaction.
struct UpdateRows {
  private let units: [CommitUnit]
  private let event: Int64?
  private var changes: [(place: Int64, change: Change, token: Int64)] = []
  /// The messages that the changes deliver.
  private var deliveries: [(place: Int64, message: Int64)] = []

  /// - Parameter units: In the order of the ids of their sessions.
  init(_ units: [CommitUnit], event: Int64?) {
    self.units = units
    self.event = event
    for (place, unit) in units.enumerated() {
      for write in unit.writes {
        switch write.write {
        case .change(let change, _):
          changes.append((Int64(place + 1), change, write.commit?.token.number ?? 0))
          for case .remove(let message) in change.messages { deliveries.append((Int64(place + 1), message)) }
        case .dismiss(let message): deliveries.append((Int64(place + 1), message))
        // Only rows of sessions, or of the tables besides; see `ChildRows`.
        case .record, .prune, .tokens, .labels, .lease: break
        case .create, .add, .begin, .delete, .importSlice, .dropImport, .deferCall, .probe, .define, .withdraw,
          .reinstate, .rollout, .flows, .webhook, .appKey, .operators, .batch:
          preconditionFailure("a chain has writes to an existing session only")
        }
      }
    }
  }

  /// The changes of the starts of sessions that the transaction creates. The creation's row of `commits` has them.
  var startCommand: PostgresCommand {
    PostgresCommand(SharedWriteStatements.commitStarts, parameters(withCommit: false))
  }

  private func parameters(withCommit hasCommit: Bool) -> PostgresParameters {
    var parameters = PostgresParameters()
    appendRows(to: &parameters)
    parameters.append(event)
    appendChanges(to: &parameters)
    parameters.append(hasCommit)
    parameters.append(int8s: changes.lazy.map { $0.change.origin.by.map(StoredAttribution.init)?.number })
    parameters.append(byteas: changes.lazy.map { $0.change.origin.requestID?.bytes })
    parameters.append(int8s: units.map { $0.row?.activeAt })
    return parameters
  }

  var command: PostgresCommand {
    var parameters = parameters(withCommit: !changes.isEmpty)
    guard !deliveries.isEmpty else { return PostgresCommand(SharedWriteStatements.commit, parameters) }
    parameters.append(int8s: deliveries.lazy.map(\.place))
    parameters.append(int8s: deliveries.lazy.map(\.message))
    return PostgresCommand(SharedWriteStatements.commitWithDeliveries, parameters)
  }

  private func appendRows(to parameters: inout PostgresParameters) {
    let rows = units.map(\.row)
    // NULL leaves a column as it is, by the statement's `coalesce`: a chain may consist of writes without a new row.
    func append(_ value: (SessionHeader) -> Int) {
      parameters.append(int8s: rows.map { row in row.map { Int64(value($0)) } })
    }
    parameters.append(sessions: units.map { $0.session ?? SessionID(high: 0, low: 0) })
    parameters.append(int8s: units.map { $0.basis?.number })
    parameters.append(int8s: units.map { $0.token?.number })
    parameters.append(int8s: units.map { $0.firstRevision.map { Int64($0) } })
    append(\.revision)
    append(\.appVersion)
    parameters.append(int8s: rows.map { $0?.updatedAt })
    append(\.nextID)
    append(\.outputs)
    append(\.undoState.shown)
    append(\.undoState.tip)
    parameters.append(int8s: zip(units, rows).map { $0.oldest($1).map { Int64($0) } })
    append(\.historyBytes)
    parameters.append(byteas: rows.map { $0?.pathText })
  }

  private func appendChanges(to parameters: inout PostgresParameters) {
    func append(_ range: @escaping (Change) -> Range<Int>?) {
      parameters.append(.bytea, changes) { item, writer in
        guard let range = range(item.change) else { return false }
        writer.write(bytes: item.change.text[range])
        return true
      }
    }
    parameters.append(int8s: changes.lazy.map(\.place))
    parameters.append(int8s: changes.lazy.map { Int64($0.change.revision) })
    parameters.append(int8s: changes.lazy.map(\.token))
    parameters.append(int8s: changes.lazy.map(\.change.at))
    parameters.append(.bytea, changes) { item, writer in
      guard let actor = item.change.origin.actor else { return false }
      writer.write(bytes: actor.utf8)
      return true
    }
    append { $0.action }
    append { $0.edits }
    append { $0.outputs }
    append { $0.refused }
    parameters.append(.int8, changes) { item, writer in
      guard let revision = item.change.stateOf else { return false }
      writer.write(Int64(revision))
      return true
    }
  }
}

extension CommitUnit {
  /// The first revision that a chain makes; nil: it has no change.
  fileprivate var firstRevision: Int? {
    for write in writes {
      if case .change(let change, _) = write.write { return change.revision }
    }
    return nil
  }

  /// The oldest available revision afterwards; nil: it stays.
  fileprivate func oldest(_ row: SessionHeader?) -> Int? {
    writes.reduce(row?.undoState.oldest) { oldest, write in
      guard case .prune(_, let revision) = write.write else { return oldest }
      return max(oldest ?? 0, revision)
    }
  }
}

extension SessionHeader {
  /// JSON: the id of the current screen, then the routes on the path to it.
  var pathText: [UInt8] { JSONValue.array(([current] + path).map(JSONValue.string)).bytes }
}
