import Sessions
import Support

/// A change of the tables of listeners and tickets.
enum PresenceChange: Sendable {
  case write(PresenceWrite)
  case ticket(StoredTicket)
  case redeem([UInt8], SessionID)

  var session: SessionID {
    switch self {
    case .write(let write): write.session
    case .ticket(let ticket): ticket.session
    case .redeem(_, let session): session
    }
  }
}

/// Writes listeners and tickets on a thread of its own, all that wait in one transaction.
final class PresenceWriter {
  /// A queued change. Its result is the ticket that it takes.
  struct Job: Sendable {
    let change: PresenceChange
    let settled: @Sendable (Result<StoredTicket?, JournalFailure>) -> Void
  }

  private let slot: ConnectionSlot
  private let queue: BlockingQueue<Job>
  private let outbox: HintOutbox
  private let store: StoreIdentity

  init(
    _ slot: ConnectionSlot, _ queue: BlockingQueue<Job>, _ outbox: HintOutbox, _ store: StoreIdentity
  ) {
    self.slot = slot
    self.queue = queue
    self.outbox = outbox
    self.store = store
  }

  /// Runs until the queue is closed and empty.
  func run() {
    var jobs: [Job] = []
    while queue.drain(into: &jobs, waitingAtMost: nil) {
      // Other transactions lock the rows of sessions in this order too. The changes of a session stay in theirs.
      let ordered = jobs.enumerated().sorted { one, other in
        (one.element.change.session.bits, one.offset) < (other.element.change.session.bits, other.offset)
      }
      write(ordered.map(\.element))
      jobs.removeAll(keepingCapacity: true)
    }
  }

  private func write(_ jobs: [Job]) {
    guard !jobs.isEmpty else { return }
    if let failure = store.clock.failure { return jobs.forEach { $0.settled(.failure(failure)) } }
    do throws(PostgresError) {
      let results = try slot.use(until: Deadline(in: store.timeout)) { connection throws(PostgresError) in
        try connection.run(jobs.map { command($0.change) })
      }
      for (job, result) in zip(jobs, results) { job.settled(outcome(of: job.change, result)) }
    } catch {
      // Each of these writes has the same effect if it is carried out twice, but a ticket that was taken is gone.
      if jobs.count > 1, !error.endsConnection { return jobs.forEach { write([$0]) } }
      for job in jobs { job.settled(.failure(JournalFailure(error))) }
    }
  }

  private func outcome(
    of change: PresenceChange, _ result: PostgresResult
  ) -> Result<StoredTicket?, JournalFailure> {
    switch change {
    case .write(.set): return result.affectedRows == 0 ? .failure(.overtaken) : .success(nil)
    case .write(.shown(let session, _, _)):
      outbox.add(["w" + session.text])
      return .success(nil)
    case .write(.remove), .ticket: return .success(nil)
    case .redeem(let hash, let session):
      return .success(
        result.first.map { row in
          StoredTicket(
            hash: hash, session: session, holder: row.optionalBytes(0), isAdmin: row.bool(1), issuedAt: row.moment(2))
        })
    }
  }

  private func command(_ change: PresenceChange) -> PostgresCommand {
    switch change {
    case .write(.set(let row)): set(row)
    case .write(.remove(let session, let id)):
      PostgresCommand(Self.remove, session) { parameters in
        parameters.append(store.node)
        parameters.append(id)
      }
    case .write(.shown(let session, let report, let token)):
      PostgresCommand(Self.shown, session) { parameters in
        parameters.append(report)
        parameters.append(token)
      }
    case .ticket(let ticket):
      PostgresCommand(Self.addTicket, ticket.session) { parameters in
        parameters.append(ticket.hash)
        parameters.append(ticket.holder)
        parameters.append(ticket.isAdmin)
        parameters.append(ticket.issuedAt)
      }
    case .redeem(let hash, let session): PostgresCommand(Self.redeemTicket, session) { $0.append(hash) }
    }
  }

  private func set(_ row: PresenceRow) -> PostgresCommand {
    PostgresCommand(Self.set, row.session) { parameters in
      parameters.append(store.node)
      parameters.append(row.id)
      parameters.append(row.name.map { Array($0.utf8) })
      parameters.append(row.since)
      parameters.append(row.token)
      parameters.append(row.shown.map { Int64($0.revision) })
      parameters.append(row.shown?.screen.map { Array($0.utf8) })
      parameters.append(row.shown?.at)
      parameters.append(row.isListed)
      parameters.append(row.by?.json.bytes)
    }
  }

  // `FOR KEY SHARE` waits for a deletion of the session that is under way, but not for changes of its row.
  private static let set = PostgresStatement(
    "setListener",
    """
    INSERT INTO listeners (session, node, id, name, since, token, shown, shown_screen, shown_at, is_listed, attribution)
    SELECT id, $2::text, $3::text, $4::bytea, $5::int8, $6::bytea, $7::int8, $8::bytea, $9::int8, $10::bool, $11::bytea
    FROM session_rows
    WHERE id = $1::uuid
    FOR KEY SHARE
    ON CONFLICT (session, node, id) DO UPDATE
    SET name = excluded.name, since = excluded.since, token = excluded.token, shown = excluded.shown, shown_screen = excluded.shown_screen,
      shown_at = excluded.shown_at, is_listed = excluded.is_listed, attribution = excluded.attribution
    """)

  private static let remove = PostgresStatement(
    "removeListener", "DELETE FROM listeners WHERE session = $1::uuid AND node = $2::text AND id = $3::text")

  private static let shown = PostgresStatement(
    "shown",
    """
    WITH device AS (
      UPDATE listeners SET shown = $2::int8, shown_screen = $3::bytea, shown_at = $4::int8
      WHERE session = $1::uuid AND token IS NOT DISTINCT FROM $5::bytea)
    INSERT INTO shown (session, revision, screen, at, token)
    SELECT id, $2::int8, $3::bytea, $4::int8, $5::bytea FROM session_rows WHERE id = $1::uuid
    ON CONFLICT (session) DO UPDATE
    SET revision = excluded.revision, screen = excluded.screen, at = excluded.at, token = excluded.token
    WHERE shown.revision <= excluded.revision
    """)

  // With the new ticket a session has 16 at most.
  private static let addTicket = PostgresStatement(
    "addTicket",
    """
    WITH oldest AS (
      DELETE FROM tickets
      WHERE hash IN (SELECT hash FROM tickets WHERE session = $1::uuid ORDER BY at DESC, hash OFFSET 15))
    INSERT INTO tickets (session, hash, holder, is_admin, at)
    VALUES ($1::uuid, $2::bytea, $3::bytea, $4::bool, $5::int8)
    ON CONFLICT DO NOTHING
    """)

  private static let redeemTicket = PostgresStatement(
    "redeemTicket",
    "DELETE FROM tickets WHERE session = $1::uuid AND hash = $2::bytea RETURNING holder, is_admin, at")
}

extension PresenceWrite {
  var session: SessionID {
    switch self {
    case .set(let row): row.session
    case .remove(let session, _), .shown(let session, _, _): session
    }
  }
}

extension PostgresParameters {
  fileprivate mutating func append(_ report: ShownReport) {
    append(Int64(report.revision))
    append(report.screen.map { Array($0.utf8) })
    append(report.at)
  }
}
