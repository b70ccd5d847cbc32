import JSON
import Persistence
import SQLite
import Sessions

extension Simulation {
  /// Looks at all there is, while nothing fails and nobody else does anything new.
  func audit(isNewborn: Bool = false) {
    guard let machine, !machine.disk.isOff, violation == nil else { return }
    trace.add(0xA0)
    say("audit")
    let was = isCalm
    isCalm = true
    settle()
    takeInventory(isNewborn: isNewborn)
    for id in ledger.known where violation == nil { examine(id) }
    isCalm = was
  }

  /// Lets all that was begun come to its end, but begins nothing that waits for its time.
  func settle() {
    guard let machine else { return }
    for _ in 0..<20_000 {
      if machine.steps.hasWrites { take(.writer) }
      if machine.steps.hasReads { take(.reader) }
      if machine.hasLater { take(.background) }
      if !machine.steps.hasWrites, !machine.steps.hasReads, !machine.hasLater { return }
    }
    fail("it does not come to rest")
  }

  /// What is in the tables is what was made, and is there.
  private func takeInventory(isNewborn: Bool) {
    guard let machine else { return }
    let stored: [SessionID: String]
    do {
      stored = try Self.stored(on: machine.disk)
    } catch {
      return fail("the sessions cannot be listed: \(error)")
    }
    for (id, app) in stored.sorted(by: { $0.key.text < $1.key.text }) {
      if !ledger.born.contains(id) { fail("nobody made \(id.text)") }
      // Whoever asked for it was not told.
      if let index = apps.firstIndex(where: { $0.app.name == app }) { ledger.add(id, of: index) }
    }
    for id in ledger.known {
      guard let session = ledger.sessions[id] else { continue }
      if stored[id] == nil {
        if !session.mayBeGone { fail("\(id.text) has been lost") }
        ledger.sessions[id]?.isGone = true
      } else {
        if session.isGone { fail("\(id.text) was deleted and is there") }
        // A deletion whose commit failed may be found in the log by the next life, and by none after it.
        if isNewborn { ledger.sessions[id]?.mayBeGone = false }
      }
    }
  }

  private static func stored(on disk: SimulatedDisk) throws -> [SessionID: String] {
    let connection = try Connection(path: Machine.database, mode: .reading, vfs: disk.name)
    let row = connection.statement("SELECT id, app FROM sessions")
    defer { row.reset() }
    var stored: [SessionID: String] = [:]
    while try row.step() {
      guard let id = SessionID(row.text(0)) else { continue }
      stored[id] = row.text(1)
    }
    return stored
  }

  // MARK: A session

  private func examine(_ id: SessionID) {
    guard let machine, let session = ledger.sessions[id], !session.isGone else { return }
    guard case .session(let json, let revision)? = ask({ machine.registry.read(.session, of: id, answer: $0) }) else {
      return fail("\(id.text) cannot be read")
    }
    if revision < session.certain { fail("\(id.text) was at revision \(session.certain) and is at \(revision)") }
    tell(id, revision, json)
    examineHistory(of: id, upTo: revision)
    examineOutputs(of: id)
    let old = chance.upTo(revision)
    switch ask({ machine.registry.read(old, of: id, answer: $0) }) {
    case .session(let json, let revision)?: tell(id, revision, json)
    case .pruned?: if !compacts { fail("revision \(old) of \(id.text) was pruned by nobody") }
    case let outcome: fail("revision \(old) of \(id.text) was answered \(String(describing: outcome))")
    }
  }

  private func examineHistory(of id: SessionID, upTo last: Int) {
    guard let machine else { return }
    let query = HistoryPageQuery(session: id, after: 0, limit: 100_000, type: nil)
    guard case .success(let page)? = ask({ machine.journal.history(query, read: $0) }) else {
      return fail("the history of \(id.text) cannot be read")
    }
    let items = page.items
    if let first = items.first?.revision, first > 2, !compacts { fail("the history of \(id.text) begins at \(first)") }
    if let first = items.first?.revision, first > 2 { ledger.sessions[id]?.isPruned = true }
    let first = items.first?.revision ?? last + 1
    if items.map(\.revision) != Array(first..<last + 1) {
      return fail("\(id.text) is at \(last), and its history has \(items.map(\.revision))")
    }
    if items.isEmpty, last > 1 { ledger.sessions[id]?.isPruned = true }
    for item in items { examine(item, of: id) }
  }

  private func examine(_ item: HistoryItem, of id: SessionID) {
    let text = item.action + Array(" \(item.actor ?? "-") \(item.at)".utf8) + (item.refused ?? [])
    if let known = ledger.sessions[id]?.history[item.revision] {
      if known != text {
        fail(
          "revision \(item.revision) of \(id.text) was \(String(decoding: known, as: UTF8.self)) and is "
            + String(decoding: text, as: UTF8.self))
      }
      return
    }
    ledger.sessions[id]?.history[item.revision] = text
    assure(id, item.revision)
    if item.refused != nil, item.actor != "timer" { fail("revision \(item.revision) of \(id.text) was refused") }
    if item.actor == "timer" { figures.fired += 1 } else if item.actor != nil { figures.messages += 1 }
    guard item.actor == nil else { return }
    guard let tag = (try? JSONValue(parsing: item.action))?["tag"]?.integerValue, ledger.attempts.indices ~= Int(tag)
    else { return fail("nobody asked for revision \(item.revision) of \(id.text)") }
    if ledger.attempts[Int(tag)].session != id { fail("#\(tag) was done to \(id.text)") }
    note(Int(tag), doneAt: item.revision)
  }

  private func examineOutputs(of id: SessionID) {
    guard let machine, let session = ledger.sessions[id] else { return }
    let query = OutputQuery(session: id, after: 0, limit: 100_000)
    guard case .success(let page)? = ask({ machine.journal.outputs(query, read: $0) }) else {
      return fail("the outputs of \(id.text) cannot be read")
    }
    let outputs = page.items
    for output in outputs {
      var json: JSONObject = ["seq": .integer(Int64(output.seq)), "name": .string(output.name)]
      json["value"] = try? JSONValue(parsing: output.value)
      note(output: output.seq, JSONValue.object(json).bytes, of: id)
    }
    guard !session.isPruned else { return }
    let numbers = Set(outputs.map(\.seq))
    for seq in session.outputs.keys.sorted() where !numbers.contains(seq) {
      fail("output \(seq) of \(id.text) is lost")
    }
    if numbers.count != outputs.count || numbers.max() ?? 0 != numbers.count {
      fail("the outputs of \(id.text) are \(outputs.map(\.seq))")
    }
  }

  /// Asks, and lets the answer come.
  func ask<Value: Sendable>(_ question: (@escaping @Sendable (Value) -> Void) -> Void) -> Value? {
    let answer = Answer<Value>()
    question { answer.value = $0 }
    settle()
    return answer.value
  }

  /// Invariant of `@unchecked Sendable`: that of the simulation, whose thread is the only one.
  private final class Answer<Value>: @unchecked Sendable {
    var value: Value?
  }
}
