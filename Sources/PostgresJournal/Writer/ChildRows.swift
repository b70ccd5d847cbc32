import JSON
import Sessions

/// The rows that the writes of chains add to, change in, or remove from the tables besides `sessions` and `changes`.
struct ChildRows {
  private var records: [IdempotencyRecord] = []
  private var timers: [TimerKey: TimerRow?] = [:]
  private var sent: [SentMessage] = []
  private var delivered: [(recipient: SessionID, message: Int64)] = []
  private var asked: [CallRow] = []
  private var ended: [(session: SessionID, key: String)] = []
  private var outputs: [OutputRow] = []
  private var attributions = AttributionRows()
  private let positions: Int64
  /// The statements of rare writes.
  private var others: [PostgresCommand] = []

  private struct TimerKey: Hashable {
    let session: SessionID
    let id: String
  }

  private struct SentMessage {
    let sender: SessionID
    let revision: Int
    let place: Int
    let at: Int64
    let message: OutgoingMessage
  }

  private struct OutputRow {
    let session: SessionID
    let revision: Int
    let at: Int64
    let seq: Int64
    let origin: ChangeOrigin
    let name: String
    let value: [UInt8]
  }

  /// - Parameter positions: The place of the first pending output among those of the transaction.
  init(_ units: [CommitUnit], positionsFrom positions: Int64 = 0) {
    self.positions = positions
    for unit in units {
      for write in unit.writes { add(write.write, of: unit.session) }
    }
  }

  var commands: [PostgresCommand] {
    var commands: [PostgresCommand] = []
    if let command = attributions.command { commands.append(command) }
    if !records.isEmpty { commands.append(recordCommand) }
    commands += timerCommands
    if !sent.isEmpty { commands.append(sendCommand) }
    if !delivered.isEmpty { commands.append(deliveredCommand) }
    if !asked.isEmpty { commands.append(Self.command(asking: asked)) }
    if !ended.isEmpty { commands.append(endCommand) }
    if !outputs.isEmpty { commands.append(deliveryCommand) }
    return commands + others
  }

  private mutating func add(_ write: Write, of session: SessionID?) {
    switch write {
    case .change(let change, _): add(change)
    case .record(let record): records.append(record)
    case .tokens(let session, let creation, let tokens):
      others.append(PostgresCommand(ChildStatements.setTokenHash, session) { $0.append(creation) })
      others += Self.commands(setting: tokens, of: session)
    case .labels(let session, let labels, let key):
      if let key { others.append(PostgresCommand(ChildStatements.setKey, session) { $0.append(key.key) }) }
      others.append(PostgresCommand(ChildStatements.deleteLabels, session))
      others.append(Self.command(adding: labels.map { (session, $0.key, $0.value) }))
    case .lease(let session, let lease):
      others.append(
        PostgresCommand(ChildStatements.setLease, session) { parameters in
          parameters.append(lease?.id)
          parameters.append(lease?.name.map { Array($0.utf8) })
          parameters.append(lease?.expiresAt)
        })
    case .prune(let session, _): others.append(PostgresCommand(ChildStatements.recordPruned, session))
    case .dismiss(let message):
      if let session { delivered.append((session, message)) }
    case .create, .add, .begin, .delete, .importSlice, .dropImport, .deferCall, .probe, .define, .withdraw, .reinstate,
      .rollout, .flows, .webhook, .appKey, .operators, .batch:
      preconditionFailure("a chain has writes to an existing session only")
    }
  }

  private mutating func add(_ change: Change) {
    attributions.add(change.origin.by, of: change.session)
    if let record = change.record { records.append(record) }
    for step in change.timers {
      switch step {
      // Only the last step of a timer is written: `ON CONFLICT DO UPDATE` refuses to change a row twice.
      case .set(let row): timers[TimerKey(session: change.session, id: row.id)] = .some(row)
      case .remove(let id): timers[TimerKey(session: change.session, id: id)] = .some(nil)
      }
    }
    for (place, step) in change.messages.enumerated() {
      switch step {
      case .send(let message):
        sent.append(
          SentMessage(
            sender: change.session, revision: change.revision, place: place, at: change.at, message: message))
      case .remove(let message): delivered.append((change.session, message))
      }
    }
    for call in change.calls {
      switch call {
      case .ask(let row): asked.append(row)
      case .end(let key): ended.append((change.session, key))
      }
    }
    if change.hasOutputs { add(outputsOf: change) }
    if let batch = change.batch {
      var parameters = PostgresParameters()
      parameters.append(batch.number)
      parameters.append(change.session)
      others.append(PostgresCommand(ChildStatements.countChanged, parameters))
    }
  }

  private mutating func add(outputsOf change: Change) {
    // The outputs were written by this program a moment ago.
    guard case .success(let list) = Result(catching: { try JSONValue(parsing: Array(change.text[change.outputs])) })
    else { return }
    for output in list.arrayValue ?? [] {
      guard let seq = output["seq"]?.integerValue, let name = output["name"]?.stringValue else { continue }
      outputs.append(
        OutputRow(
          session: change.session, revision: change.revision, at: change.at, seq: seq, origin: change.origin,
          name: name, value: (output["value"] ?? .null).bytes))
    }
  }

  private var recordCommand: PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: records.map(\.session))
    parameters.append(byteas: records.map { Array($0.key.utf8) })
    parameters.append(byteas: records.map(\.fingerprint))
    parameters.append(int4s: records.map { Int32($0.status) })
    parameters.append(int8s: records.map { Int64($0.revision) })
    parameters.append(byteas: records.map(\.body))
    parameters.append(int8s: records.map(\.at))
    return PostgresCommand(ChildStatements.idempotencyRecords, parameters)
  }

  private var timerCommands: [PostgresCommand] {
    let removed = timers.filter { $0.value == nil }.keys
    let set = timers.compactMap { key, row in row.map { (key.session, $0) } }
    var commands: [PostgresCommand] = []
    if !removed.isEmpty {
      var parameters = PostgresParameters()
      parameters.append(sessions: removed.map(\.session))
      parameters.append(byteas: removed.map { Array($0.id.utf8) })
      commands.append(PostgresCommand(ChildStatements.removeTimers, parameters))
    }
    if !set.isEmpty { commands.append(Self.command(setting: set)) }
    return commands
  }

  private var sendCommand: PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: sent.map(\.sender))
    parameters.append(sessions: sent.map(\.message.recipient.id))
    parameters.append(texts: sent.map(\.message.recipient.key))
    parameters.append(int8s: sent.map { Int64($0.revision) })
    parameters.append(int4s: sent.map { Int32($0.place) })
    // Positive, since a query for messages begins after 0.
    parameters.append(int8s: sent.map { _ in Int64.random(in: 1 ... .max) })
    parameters.append(byteas: sent.map(\.message.action))
    parameters.append(int8s: sent.map(\.at))
    parameters.append(int8s: sent.map { Int64($0.message.chain) })
    return PostgresCommand(ChildStatements.sendMessages, parameters)
  }

  private var deliveredCommand: PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: delivered.map(\.recipient))
    parameters.append(int8s: delivered.map(\.message))
    return PostgresCommand(ChildStatements.removeMessages, parameters)
  }

  private var endCommand: PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: ended.map(\.session))
    parameters.append(texts: ended.map(\.key))
    return PostgresCommand(ChildStatements.endCalls, parameters)
  }

  private var deliveryCommand: PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: outputs.map(\.session))
    parameters.append(int8s: outputs.map(\.seq))
    parameters.append(int8s: outputs.map { Int64($0.revision) })
    parameters.append(int8s: outputs.map(\.at))
    parameters.append(byteas: outputs.map { Array($0.name.utf8) })
    parameters.append(byteas: outputs.map(\.value))
    parameters.append(positions)
    parameters.append(byteas: outputs.map { $0.origin.by?.json.bytes })
    parameters.append(byteas: outputs.map { $0.origin.requestID?.bytes })
    return PostgresCommand(ChildStatements.deliver, parameters)
  }
}

// Rows that creations and imports write, too.
extension ChildRows {
  static func command(setting timers: [(SessionID, TimerRow)]) -> PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: timers.map(\.0))
    parameters.append(byteas: timers.map { Array($0.1.id.utf8) })
    parameters.append(int2s: timers.map { Int16($0.0.partition) })
    parameters.append(int8s: timers.map(\.1.fireAt))
    parameters.append(byteas: timers.map { timer in timer.1.screen.map { Array($0.utf8) } })
    parameters.append(byteas: timers.map { Array($0.1.effect.utf8) })
    parameters.append(byteas: timers.map(\.1.action))
    parameters.append(byteas: timers.map(\.1.recurrence))
    return PostgresCommand(ChildStatements.setTimers, parameters)
  }

  static func command(asking calls: [CallRow]) -> PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(texts: calls.map(\.key))
    parameters.append(sessions: calls.map(\.session))
    parameters.append(int2s: calls.map { Int16($0.session.partition) })
    parameters.append(byteas: calls.map { call in call.screen.map { Array($0.utf8) } })
    parameters.append(int8s: calls.map { Int64($0.revision) })
    parameters.append(int8s: calls.map(\.at))
    parameters.append(byteas: calls.map { Array($0.request.method.utf8) })
    parameters.append(byteas: calls.map { Array($0.request.url.utf8) })
    parameters.append(byteas: calls.map { JSONValue.array($0.request.fields.map(JSONValue.string)).bytes })
    parameters.append(byteas: calls.map(\.request.body))
    parameters.append(int8s: calls.map(\.request.timeout))
    parameters.append(byteas: calls.map(\.reply))
    parameters.append(int8s: calls.map { Int64($0.chain) })
    parameters.append(int8s: calls.map { Int64($0.attempts) })
    parameters.append(int8s: calls.map(\.due))
    parameters.append(texts: calls.map(\.failure))
    return PostgresCommand(ChildStatements.askCalls, parameters)
  }

  static func command(adding labels: [(session: SessionID, name: String, value: String)]) -> PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(sessions: labels.map(\.session))
    parameters.append(texts: labels.map(\.name))
    parameters.append(texts: labels.map(\.value))
    return PostgresCommand(ChildStatements.insertLabels, parameters)
  }

  static func commands(setting tokens: SessionTokens, of session: SessionID) -> [PostgresCommand] {
    let items = tokens.items
    let insertion = PostgresCommand(ChildStatements.insertTokens, session) { parameters in
      parameters.append(texts: items.map(\.id))
      parameters.append(texts: items.map(\.role.rawValue))
      parameters.append(byteas: items.map { token in token.name.map { Array($0.utf8) } })
      parameters.append(byteas: items.map(\.hash))
      parameters.append(int8s: items.map(\.createdAt))
      parameters.append(int8s: items.map(\.expiresAt))
      parameters.append(int8s: items.map(\.lifetime))
      parameters.append(bools: items.map(\.isCode))
      parameters.append(byteas: items.map(\.maker))
    }
    return [PostgresCommand(ChildStatements.deleteTokens, session), insertion]
  }
}
