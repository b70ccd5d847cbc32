import Sessions

/// The statements of one transaction, and the meaning of their results.
struct UnitTransaction {
  private let units: [CommitUnit]
  private let store: StoreIdentity
  /// Whether the transaction was sent before, and its outcome is unknown.
  private let isRepeated: Bool
  /// The number of the first event; nil: that of the transaction.
  private let event: Int64?
  /// The units of each kind, by index; the sessions of the first three in the order of their ids.
  private let updates: [Int]
  private let creations: [Int]
  private let deletions: [Int]
  private let others: [Int]
  /// The positions of the results that name written units.
  private var places = Places()

  private struct Places {
    var updates: Int?
    var creations: Int?
    var deletions: Int?
    var found: Int?
    var others: [Int: Range<Int>] = [:]
  }

  init(_ units: [CommitUnit], _ store: StoreIdentity, isRepeated: Bool, event: Int64? = nil) {
    self.units = units
    self.store = store
    self.isRepeated = isRepeated
    self.event = event
    func indices(_ matches: (CommitUnit.Kind) -> Bool) -> [Int] {
      let found = units.indices.filter { matches(units[$0].kind) }
      // All servers lock rows in this order, so that two transactions cannot block each other in a circle (decision 0065).
      return found.sorted { (units[$0].session?.bits ?? 0) < (units[$1].session?.bits ?? 0) }
    }
    updates = indices(\.isUpdate)
    creations = indices {
      switch $0 {
      case .creation, .addition: true
      case .update, .deletion, .other: false
      }
    }
    deletions = indices { if case .deletion = $0 { true } else { false } }
    others = units.indices.filter { if case .other = units[$0].kind { true } else { false } }
  }

  /// The statements in the order in which they lock rows.
  mutating func commands() -> [PostgresCommand] {
    var commands: [PostgresCommand] = []
    if !updates.isEmpty {
      places.updates = commands.count
      let rows = UpdateRows(updates.map { units[$0] }, event: event)
      commands.append(rows.command)
      commands += ChildRows(updates.map { units[$0] }).commands
    }
    if !creations.isEmpty {
      for index in creations { commands += AdditionRows.preparation(of: units[index]) }
      places.creations = commands.count
      let rows = CreationRows(creations.map { units[$0] })
      commands.append(rows.command)
      if let command = rows.attributionCommand { commands.append(command) }
      commands += AdditionRows.labels(of: creations.map { units[$0] })
      for index in creations { commands += AdditionRows.rest(of: units[index], node: store.node) }
      let starts = creations.compactMap { units[$0].start }
      if !starts.isEmpty {
        commands.append(UpdateRows(starts, event: nil).startCommand)
        // The chains number their pending outputs from 0, and `deliveries.position` is the primary key.
        commands += ChildRows(starts, positionsFrom: 1 << 19).commands
      }
    }
    if !deletions.isEmpty {
      let rows = DeletionRows(deletions.map { units[$0] }, event: event)
      if let lock = rows.lock { commands.append(lock) }
      places.deletions = commands.count
      commands += rows.commands
    }
    for index in others {
      guard case .other(let write) = units[index].kind else { continue }
      let own = OtherRows(write, store).commands
      places.others[index] = commands.count..<commands.count + own.count
      commands += own
    }
    // Last: all transactions change these rows, and wait for each other from here on.
    if !creations.isEmpty { commands += CreationRows(creations.map { units[$0] }).flowCommands }
    if isRepeated {
      places.found = commands.count
      commands.append(findWritten())
      var parameters = PostgresParameters()
      parameters.append(store.node)
      commands.append(PostgresCommand(SharedWriteStatements.confirm, parameters))
    }
    return commands
  }

  /// The results of all units.
  ///
  /// - Parameter connection: Finds the reason for creations that were left out.
  func results(
    _ results: [PostgresResult], on connection: PostgresConnection
  ) throws(PostgresError) -> [UnitResult] {
    var outcomes = [UnitResult](repeating: .failed(.overtaken), count: units.count)
    for (place, indices) in [(places.updates, updates), (places.creations, creations), (places.deletions, deletions)] {
      guard let place else { continue }
      for row in results[place].rows { outcomes[indices[row.int(0) - 1]] = .written }
    }
    if let place = places.found {
      for row in results[place].rows { outcomes[row.int(0) - 1] = .written }
      markUndetermined(&outcomes)
    }
    for index in creations where outcomes[index].failure != nil {
      outcomes[index] = try reason(for: units[index], on: connection)
    }
    for index in deletions where outcomes[index].failure != nil && units[index].basis == nil {
      // A deletion in any state of a session that does not exist.
      outcomes[index] = .written
    }
    for (index, range) in places.others {
      guard case .other(let write) = units[index].kind else { continue }
      outcomes[index] = OtherRows.result(of: write, results[range].map(\.affectedRows))
    }
    return outcomes
  }

  /// A write without a change leaves no trace once the next commit has replaced its token.
  private func markUndetermined(_ outcomes: inout [UnitResult]) {
    for index in updates + deletions where outcomes[index].failure != nil {
      guard units[index].lastChange == nil else { continue }
      outcomes[index] = .failed(.unknown("the connection was lost in a commit, and the session was written since"))
    }
  }

  private func findWritten() -> PostgresCommand {
    let zero = SessionID(high: 0, low: 0)
    var parameters = PostgresParameters()
    parameters.append(sessions: units.map { $0.session ?? zero })
    parameters.append(int8s: units.map { $0.token?.number ?? 0 })
    parameters.append(int8s: units.map { $0.lastChange.map { Int64($0.revision) } })
    parameters.append(int8s: units.map { $0.lastChange?.token })
    parameters.append(bools: units.map { if case .deletion = $0.kind { true } else { false } })
    return PostgresCommand(SharedWriteStatements.findWritten, parameters)
  }

  private func reason(for unit: CommitUnit, on connection: PostgresConnection) throws(PostgresError) -> UnitResult {
    if let key = unit.key, let holder = try connection.run(SharedWriteStatements.keyHolder, key).first {
      return .failed(.keyTaken(holder.session(0)))
    }
    guard let session = unit.session, case .addition = unit.kind else { return .failed(.overtaken) }
    let exists = try connection.run([PostgresCommand(SharedWriteStatements.exists, session)])[0].first != nil
    return .failed(exists ? .damaged("the session \(session.text) exists") : .overtaken)
  }
}

extension CommitUnit {
  /// The last change of a chain, by which its commit is found again.
  var lastChange: (revision: Int, token: Int64)? {
    for write in writes.reversed() {
      if case .change(let change, _) = write.write, let token = write.commit?.token {
        return (change.revision, token.number)
      }
    }
    return nil
  }
}
