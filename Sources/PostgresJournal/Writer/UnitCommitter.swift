import Sessions

/// Commits units on the connection of one thread, and repeats a transaction whose outcome is unknown.
final class UnitCommitter {
  private let slot: ConnectionSlot
  private let store: StoreIdentity
  private let counters: StoreCounters

  init(_ slot: ConnectionSlot, _ store: StoreIdentity, _ counters: StoreCounters) {
    self.slot = slot
    self.store = store
    self.counters = counters
  }

  /// Commits units in one transaction, or in several when some of them fail.
  ///
  /// - Parameter wasSent: Whether the units were sent before, in a transaction whose outcome is unknown.
  func commit(_ units: [CommitUnit], wasSent: Bool = false) -> [UnitResult] {
    // In the background too: a server whose clock is wrong creates, changes and deletes nothing.
    if !wasSent, let failure = store.clock.failure { return units.map { _ in .failed(failure) } }
    var isRepeated = wasSent
    let deadline = units[0].deadline
    // The first unit is the oldest. It is itself late here, so `split` gives up one at least.
    if deadline.isOver { return split(units, wasSent: wasSent, Self.late) }
    while true {
      do throws(PostgresError) {
        let results = try attempt(units, isRepeated: isRepeated)
        guard slot.notices.contains(where: \.leavesCommitUnconfirmed) else { return results }
        // The commit is on the disk of the primary, and on that of no standby.
        isRepeated = true
        if deadline.isOver { return split(units, wasSent: true, .lost("no standby has confirmed it")) }
      } catch {
        // PostgreSQL has rolled the transaction back, so it can be sent again as it is.
        if error.isTransient, !deadline.isOver { continue }
        guard error.endsConnection else { return isolate(units, error, isRepeated: isRepeated) }
        switch error {
        // No connection was made, so nothing was sent and the outcome is known.
        case .unreachable, .rejected: break
        default: isRepeated = true
        }
        if deadline.isOver { return split(units, wasSent: isRepeated, error) }
        deadline.pause()
      }
      if isRepeated { counters.unknownOutcomes.increment() }
    }
  }

  /// Gives up the units whose time is over, and commits the others.
  private func split(_ units: [CommitUnit], wasSent: Bool, _ error: PostgresError) -> [UnitResult] {
    let late = UnitResult.failed(failure(error, isUnknown: wasSent))
    let isLate = units.map(\.deadline.isOver)
    let others = units.indices.filter { !isLate[$0] }
    var results = others.isEmpty ? [] : commit(others.map { units[$0] }, wasSent: wasSent)[...]
    return isLate.map { $0 ? late : results.removeFirst() }
  }

  private static let late = PostgresError.unreachable("the database has not answered in time")

  /// Commits each half on its own, until the unit that causes the error is found.
  private func isolate(_ units: [CommitUnit], _ error: PostgresError, isRepeated: Bool) -> [UnitResult] {
    guard units.count > 1 else { return [.failed(failure(of: units[0], error))] }
    let middle = units.count / 2
    // The halves of a transaction with an unknown outcome may have been written, too.
    return commit(Array(units[..<middle]), wasSent: isRepeated) + commit(Array(units[middle...]), wasSent: isRepeated)
  }

  private func failure(_ error: PostgresError, isUnknown: Bool) -> JournalFailure {
    isUnknown ? .unknown("the connection was lost in a commit: \(error.description)") : JournalFailure(error)
  }

  /// The failure of the only unit of a transaction.
  private func failure(of unit: CommitUnit, _ error: PostgresError) -> JournalFailure {
    if case .server(let failure) = error, failure.constraint == "sessions_by_key", let key = unit.key {
      do throws(PostgresError) {
        // A new transaction, since the failed one is over. The answer to the client names the holder of the key.
        let holder = try slot.use(until: unit.deadline) { connection throws(PostgresError) in
          try connection.run(SharedWriteStatements.keyHolder, key)
        }
        if let holder = holder.first { return .keyTaken(holder.session(0)) }
      } catch {
        return JournalFailure(error)
      }
    }
    return JournalFailure(error)
  }

  private func attempt(_ units: [CommitUnit], isRepeated: Bool) throws(PostgresError) -> [UnitResult] {
    try slot.use(until: units[0].deadline) { connection throws(PostgresError) in
      var failures: [Int: JournalFailure] = [:]
      try MailboxCheck(units).run(on: connection, limit: store.mailbox) { failures[$0] = $1 }
      let remaining = units.indices.filter { failures[$0] == nil }
      var transaction = UnitTransaction(remaining.map { units[$0] }, store, isRepeated: isRepeated)
      let results = try connection.run(transaction.commands())
      let outcomes = try transaction.results(results, on: connection)
      var all = failures.mapValues { UnitResult.failed($0) }
      for (index, outcome) in zip(remaining, outcomes) { all[index] = outcome }
      counters.overtaken.increment(by: outcomes.count { $0.failure == .overtaken })
      // `failures` and `remaining` have every index between them.
      let ordered = units.indices.map { all[$0] ?? .written }
      store.changed.record(units, ordered, now: store.clock.mark)
      return ordered
    }
  }
}
