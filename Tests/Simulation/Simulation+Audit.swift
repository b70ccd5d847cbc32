import JSON
import Sessions

extension Simulation {
  /// Checks all sessions, while no call fails and no client sends a new request.
  func audit(isNewborn: Bool = false) {
    guard let machine, !machine.disk.isOff, violation == nil else { return }
    trace.add(0xA0)
    say("audit")
    let was = isCalm
    isCalm = true
    settle()
    checkInventory(isNewborn: isNewborn)
    for id in ledger.known where violation == nil { examine(id) }
    isCalm = was
  }

  /// Completes all work in progress, without timers and messages.
  func settle() {
    guard let machine else { return }
    for _ in 0..<20_000 {
      if machine.steps.hasWrites { runTurn(of: .writer) }
      if machine.steps.hasReads { runTurn(of: .reader) }
      if machine.hasLater { runTurn(of: .background) }
      if !machine.steps.hasWrites, !machine.steps.hasReads, !machine.hasLater { return }
    }
    fail("work is still pending after 20,000 rounds")
  }

  /// Compares the stored sessions with the created and the deleted ones.
  private func checkInventory(isNewborn: Bool) {
    guard let machine else { return }
    let stored: [SessionID: String]
    do {
      stored = try machine.storedApps()
    } catch {
      return fail("the sessions cannot be listed: \(error)")
    }
    for (id, app) in stored.sorted(by: { $0.key.text < $1.key.text }) {
      if !ledger.born.contains(id) { fail("\(id.text) is stored, but was never created") }
      // The client that asked for the session received no answer.
      if let index = apps.firstIndex(where: { $0.app.name == app }) { ledger.add(id, of: index) }
    }
    for id in ledger.known {
      guard let session = ledger.sessions[id] else { continue }
      if stored[id] == nil {
        if !session.mayBeGone { fail("\(id.text) is lost without a deletion") }
        ledger.sessions[id]?.isGone = true
      } else {
        if session.isGone { fail("\(id.text) is stored, but was deleted") }
        // A deletion whose commit failed may be in the log, but only for the next process.
        if isNewborn { ledger.sessions[id]?.mayBeGone = false }
      }
    }
  }

  // MARK: A session

  private func examine(_ id: SessionID) {
    guard let registry = machine?.registry, let session = ledger.sessions[id], !session.isGone else { return }
    let read = ask { await awaiting { registry.read(.session, of: id, answer: $0) } }
    guard case .session(let json, let revision)? = read else {
      return fail("\(id.text) cannot be read")
    }
    if revision < session.certain { fail("\(id.text) went back from revision \(session.certain) to \(revision)") }
    tell(id, revision, json)
    examineHistory(of: id, upTo: revision)
    examineOutputs(of: id)
    let old = chance.upTo(revision)
    switch ask({ await registry.read(old, of: id) }) {
    case .session(let json, let revision)?: tell(id, revision, json)
    case .pruned?: if !compacts { fail("revision \(old) of \(id.text) is pruned, but pruning is off") }
    case let outcome: fail("the read of revision \(old) of \(id.text) was answered \(String(describing: outcome))")
    }
  }

  private func examineHistory(of id: SessionID, upTo last: Int) {
    guard let journal = machine?.journal else { return }
    let query = HistoryPageQuery(session: id, after: 0, limit: 100_000)
    guard let page = ask({ try? await journal.history(query) }) ?? nil else {
      return fail("the history of \(id.text) cannot be read")
    }
    let items = page.items
    if let first = items.first?.revision, first > 2, !compacts { fail("the history of \(id.text) begins at \(first)") }
    if let first = items.first?.revision, first > 2 { ledger.sessions[id]?.isPruned = true }
    let first = items.first?.revision ?? last + 1
    if items.map(\.revision) != Array(first..<last + 1) {
      return fail("\(id.text) is at revision \(last), but its history has \(items.map(\.revision))")
    }
    if items.isEmpty, last > 1 { ledger.sessions[id]?.isPruned = true }
    for item in items { examine(item, of: id) }
  }

  private func examine(_ item: HistoryItem, of id: SessionID) {
    let text = item.action + Array(" \(item.origin.actor ?? "-") \(item.at)".utf8) + (item.refused ?? [])
    transcribe("revision \(item.revision) of \(id.text): \(String(decoding: text + item.outputs, as: UTF8.self))")
    if let known = ledger.sessions[id]?.history[item.revision] {
      if known != text {
        fail(
          "revision \(item.revision) of \(id.text) changed from \(String(decoding: known, as: UTF8.self)) to "
            + String(decoding: text, as: UTF8.self))
      }
      return
    }
    ledger.sessions[id]?.history[item.revision] = text
    assure(id, item.revision)
    // The note of a dropped message.
    if item.refused != nil, item.origin.actor == "message" { return }
    if item.refused != nil, item.origin.actor != "timer" { fail("revision \(item.revision) of \(id.text) is refused") }
    if item.origin.actor == "timer" { figures.fired += 1 } else if item.origin.actor != nil { figures.messages += 1 }
    guard item.origin.actor == nil else { return }
    guard let tag = (try? JSONValue(parsing: item.action))?["tag"]?.integerValue, ledger.attempts.indices ~= Int(tag)
    else { return fail("no request matches revision \(item.revision) of \(id.text)") }
    if ledger.attempts[Int(tag)].session != id { fail("request #\(tag) changed another session, \(id.text)") }
    record(Int(tag), doneAt: item.revision)
  }

  private func examineOutputs(of id: SessionID) {
    guard let journal = machine?.journal, let session = ledger.sessions[id] else { return }
    let query = OutputQuery(session: id, after: 0, limit: 100_000)
    guard let page = ask({ try? await journal.outputs(query) }) ?? nil else {
      return fail("the outputs of \(id.text) cannot be read")
    }
    let outputs = page.items
    for output in outputs {
      var json: JSONObject = ["seq": .integer(Int64(output.seq)), "name": .string(output.name)]
      json["value"] = try? JSONValue(parsing: output.value)
      check(output: output.seq, JSONValue.object(json).bytes, of: id)
    }
    guard !session.isPruned else { return }
    let numbers = Set(outputs.map(\.seq))
    for seq in session.outputs.keys.sorted() where !numbers.contains(seq) {
      fail("output \(seq) of \(id.text) is lost")
    }
    if numbers.count != outputs.count || numbers.max() ?? 0 != numbers.count {
      fail("the outputs of \(id.text) are not numbered from 1: \(outputs.map(\.seq))")
    }
  }

  /// Asks a question, completes all work in progress and returns the answer.
  func ask<Value: Sendable>(_ question: @escaping @Sendable () async -> Value) -> Value? {
    let answer = Answer<Value>()
    Task.inline { answer.value = await question() }
    settle()
    return answer.value
  }

  /// Invariant of `@unchecked Sendable`: one thread runs the simulation.
  private final class Answer<Value>: @unchecked Sendable {
    var value: Value?
  }
}
