import JSON
import SQLiteJournal
import Sessions

extension Simulation {
  /// Completes all work and checks it, before a last shutdown and after a restart.
  func end() {
    if machine?.disk.isOff ?? true { restart() }
    cutIn = nil
    faultIn = nil
    isDiskBad = false
    isCalm = true
    fireIfDue()
    audit()
    examineTimers()
    examineMessages()
    guard violation == nil else { return }
    shutDown()
    if machine?.sessionsBehind != 0 { fail("snapshots are behind the changes after a shutdown") }
    letGo()
    start(again: true)
    audit()
    examineTimers()
    examineTables()
  }

  private func start(again: Bool) {
    restart()
    isCalm = true
  }

  /// Advances the clock until all timers and messages are due, and completes them.
  private func fireIfDue() {
    // A failed read is retried after a minute. Timers that were set before the clock was set back are due later.
    for _ in 0..<90 where violation == nil {
      now += 1_000
      machine?.disk.now = now
      repeat {
        runTurn(of: .timers)
        runTurn(of: .messages)
        settle()
      } while machine.map { $0.timers.isDue || $0.messages.isDue } ?? false && violation == nil
    }
  }

  // MARK: Timers and messages

  /// Checks that each timer ends as often as it was set, that none is pending, and that none fired early.
  private func examineTimers() {
    for id in ledger.present() where violation == nil {
      guard let session = ledger.sessions[id], !session.isPruned, let journal = machine?.journal else { continue }
      var query: PastQuery? = PastQuery(session: id, selection: .ascending(2...UndoState.largest), content: .all)
      var pending: [String: Int64] = [:]
      while let part = query {
        guard let page = ask({ [part] in try? await journal.past(part) }) ?? nil else {
          return fail("the changes of \(id.text) cannot be read")
        }
        for change in page.changes { follow(change, of: id, &pending) }
        query = page.next
      }
      if !pending.isEmpty { fail("timers of \(id.text) did not fire: \(pending)") }
    }
  }

  private func follow(_ change: PastChange, of id: SessionID, _ pending: inout [String: Int64]) {
    let edits = (try? JSONValue(parsing: change.edits))?.arrayValue ?? []
    for (index, edit) in edits.enumerated() {
      // The inverse of a step schedules the timer that the step ended.
      let isInverse = edit[0] == "undo"
      let step = isInverse ? edit[1] ?? .null : edit
      guard let name = step[0]?.stringValue, let timer = step[1]?.stringValue, let time = step[2]?.integerValue else {
        continue
      }
      let kind = isInverse ? ["schedule": "unschedule", "unschedule": "schedule"][name] ?? name : name
      if kind == "schedule" {
        if pending.updateValue(time, forKey: timer) != nil { fail("timer \(timer) of \(id.text) was set twice") }
      } else if kind == "unschedule" {
        if pending.removeValue(forKey: timer) == nil { fail("timer \(timer) of \(id.text) ended while not pending") }
        if index == 0, change.part.isFirst, change.origin.actor == "timer", change.at < time {
          fail("timer \(timer) of \(id.text) fired \(time - change.at) ms early")
        }
      }
    }
  }

  /// Checks that each message was delivered once, in the order of its sender.
  private func examineMessages() {
    var sent: [Way: [String]] = [:]
    var heard: [Way: [String]] = [:]
    for id in ledger.known {
      guard let session = ledger.sessions[id], !session.isGone else { continue }
      for revision in session.history.keys.sorted() { follow(session.history[revision] ?? [], of: id, &sent, &heard) }
    }
    for way in Set(sent.keys).union(heard.keys) {
      guard let sender = ledger.sessions[way.sender], let recipient = ledger.sessions[way.recipient],
        !sender.isGone, !recipient.isGone, !sender.isPruned, !recipient.isPruned
      else { continue }
      if sent[way] != heard[way] {
        fail("\(way): the messages \(sent[way] ?? []) were sent, but \(heard[way] ?? []) were delivered")
      }
    }
  }

  private struct Way: Hashable {
    let sender: SessionID
    let recipient: SessionID
  }

  private func follow(
    _ item: [UInt8], of id: SessionID, _ sent: inout [Way: [String]], _ heard: inout [Way: [String]]
  ) {
    let text = String(decoding: item, as: UTF8.self)
    // The text after the action is not JSON, unless the action was refused. A refused action sends nothing.
    guard let end = text.lastIndex(of: "}"), let action = try? JSONValue(parsing: String(text[...end])) else { return }
    let actor = text[text.index(end, offsetBy: 2)...].prefix { $0 != " " }
    if let sender = SessionID(String(actor)) {
      heard[Way(sender: sender, recipient: id), default: []].append(action["text"]?.stringValue ?? "")
      return
    }
    for action in action["actions"]?.arrayValue ?? [action] {
      guard let recipient = action["to"]?.stringValue.flatMap({ SessionID($0) }) else { continue }
      let way = Way(sender: id, recipient: recipient)
      if action["type"]?.stringValue == "message" {
        sent[way, default: []].append("#\(action["tag"]?.integerValue ?? -1);")
      } else {
        sent[way, default: []] += (action["text"]?.stringValue ?? "").map(String.init)
      }
    }
  }

  // MARK: The tables

  private func examineTables() {
    guard let machine, memory == nil, violation == nil else { return }
    do {
      let connection = try Connection(path: Machine.database, mode: .reading, vfs: machine.disk.name)
      let check = connection.statement("PRAGMA integrity_check")
      if try check.step(), check.text(0) != "ok" { fail("the database is damaged: \(check.text(0))") }
      check.reset()
      for query in Self.lost where try connection.integer(query) != 0 {
        fail("unexpected rows remain: \(query)")
      }
    } catch {
      fail("the tables cannot be read: \(error)")
    }
  }

  private static let lost =
    ["timers", "revisions", "changes", "containers", "screens"].map {
      "SELECT count(*) FROM \($0) WHERE session NOT IN (SELECT id FROM session_rows)"
    } + [
      "SELECT count(*) FROM messages",
      "SELECT count(*) FROM answers WHERE session <> '' AND session NOT IN (SELECT id FROM session_rows)",
      "SELECT count(*) FROM (SELECT 1 FROM changes GROUP BY session, revision HAVING count(*) > 1)",
      """
      SELECT count(*) FROM changes JOIN session_rows ON session_rows.id = changes.session
      WHERE changes.revision BETWEEN session_rows.oldest AND session_rows.revision
        AND NOT EXISTS (
          SELECT 1 FROM revisions
          WHERE session = changes.session AND revisions.revision = changes.revision AND change = changes.seq)
      """,
      """
      SELECT count(*) FROM session_rows
      WHERE current NOT IN (SELECT id FROM screens WHERE session = session_rows.id)
        OR (SELECT count(*) FROM containers WHERE session = session_rows.id AND screen IS NULL) <> 1
      """,
    ]
}
