import JSON
import Navigation
import Sessions

extension Simulation {
  /// Sends a random request of a client.
  func ask() {
    let present = ledger.present()
    guard present.count >= 2, !chance.once(in: 14) else { return create() }
    let id = present[chance.upTo(present.count) - 1]
    switch chance.upTo(40) {
    case 1...22: act(on: id)
    case 23...27: travel(in: id)
    case 28...30: post(from: id)
    case 31...33: if chance.once(in: 8) { createAgain() } else { askAgain() }
    case 34, 35: read(id)
    case 36: read(id, at: chance.upTo(ledger.sessions[id]?.certain ?? 1))
    case 37, 38: fork(id)
    default: if chance.once(in: 2) { delete(id) }
    }
  }

  // MARK: Changes

  private func act(on id: SessionID) {
    guard let app = ledger.sessions[id]?.app else { return }
    let others = ledger.present(4)
    let count = chance.once(in: 6) ? chance.upTo(4) : 1
    let actions = (0..<count).map { _ in apps[app].action(&chance, others) }
    send(to: id) { number in
      var sent: JSONObject = count == 1 ? actions[0].fields : ["actions": .array(actions.map { .object($0.fields) })]
      sent["tag"] = .integer(Int64(number))
      return request(number, actions, sent: sent)
    }
  }

  private func travel(in id: SessionID) {
    let certain = ledger.sessions[id]?.certain ?? 1
    let historyMove: HistoryMove =
      switch chance.upTo(5) {
      case 1, 2: .undo(steps: chance.upTo(3))
      case 3, 4: .redo(steps: chance.upTo(2))
      default: .jump(revision: chance.upTo(certain))
      }
    send(to: id) { number in
      request(number, [], historyMove: historyMove, sent: ["type": "travel", "tag": .integer(Int64(number))])
    }
  }

  /// Sends an action from a client of one session to another session.
  private func post(from id: SessionID) {
    let walkies = ledger.present(4)
    guard !walkies.isEmpty else { return act(on: id) }
    let recipient = walkies[chance.upTo(walkies.count) - 1]
    send(to: id) { number in
      let action = Action("hear", ["text": .string("#\(number);")])
      return request(
        number, [], message: SentMessage(to: recipient.text, action),
        sent: ["type": "message", "to": .string(recipient.text), "tag": .integer(Int64(number))])
    }
  }

  private func request(
    _ number: Int, _ actions: [Action], historyMove: HistoryMove? = nil, message: SentMessage? = nil, sent: JSONObject
  ) -> ActionRequest {
    let key =
      chance.once(in: 2)
      ? nil
      : IdempotencyKey(
        text: "k\(number)", fingerprint: [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      ) { refused in StoredResponse(status: 409, body: Array(refused.refusal.code.utf8)) }
    return ActionRequest(
      actions: actions, historyMove: historyMove, message: message, isBatch: actions.count > 1,
      sent: JSONValue.object(sent).bytes, precondition: nil, key: key, wantsSession: true)
  }

  private func send(to id: SessionID, _ makeRequest: (Int) -> ActionRequest) {
    let number = ledger.attempts.count
    let request = makeRequest(number)
    ledger.attempts.append(Ledger.Attempt(request: request, session: id, askedAt: now))
    perform(number)
  }

  /// Repeats a recent request under its idempotency key, whether it was answered or not.
  private func askAgain() {
    let recent = ledger.attempts.indices.suffix(24)
    let number = recent.lowerBound + chance.upTo(max(recent.count, 1)) - 1
    guard recent.contains(number) else { return }
    let attempt = ledger.attempts[number]
    // After a day the key is free for a new request.
    guard attempt.request.key != nil, abs(now - attempt.askedAt) < 12 * 3_600_000 else { return }
    ledger.attempts[number].running += 1
    // A request that was deferred may be carried out now.
    if attempt.fate == .refused, attempt.answer == nil { ledger.attempts[number].fate = .running }
    perform(number)
  }

  private func perform(_ number: Int) {
    guard let machine else { return }
    let attempt = ledger.attempts[number]
    say("#\(number) to \(attempt.session.text): \(String(decoding: attempt.request.sent, as: UTF8.self))")
    let life = life
    let answer: @Sendable (Outcome) -> Void = { [self] outcome in
      if isHeard(life) { answered(number, outcome) }
    }
    if attempt.request.message != nil {
      Task.inline { [registry = machine.registry] in
        answer(await registry.post(attempt.request, from: attempt.session, isTrusted: true))
      }
    } else {
      machine.registry.perform(attempt.request, on: attempt.session, answer: answer)
    }
  }

  /// Whether an answer can still reach its client.
  func isHeard(_ life: Int) -> Bool { life == self.life && machine.map { !$0.disk.isOff } ?? false }

  private func answered(_ number: Int, _ outcome: Outcome) {
    ledger.attempts[number].running -= 1
    say("#\(number) is answered \(outcome.summary)")
    switch outcome {
    case .receipt(let body, let revision): receive(number, body, revision)
    case .replayed(let answer, let revision): receive(number, replay: answer, revision)
    case .refused(let refused): refuse(number, Array(refused.refusal.code.utf8))
    case .failed(.damaged(let detail)): fail("request #\(number) failed with damaged data: \(detail)")
    case .failed: if ledger.attempts[number].fate == .running { ledger.attempts[number].fate = .doubtful }
    case .notFound: beGone(ledger.attempts[number].session)
    case .keyReused: fail("request #\(number) was answered that its key was reused")
    case .journalBusy, .sessionBusy, .mailboxFull, .keyInProgress: giveUp(number)
    case .pruned, .noSuchRevision: giveUp(number)
    default: fail("request #\(number) has the unexpected outcome \(outcome)")
    }
    trace.add(number)
    let answer = ledger.attempts[number].answer ?? []
    trace.add(answer)
    transcribe("#\(number) is \(ledger.attempts[number].fate): \(String(decoding: answer, as: UTF8.self))")
  }

  private func receive(_ number: Int, _ body: [UInt8], _ revision: Int) {
    let id = ledger.attempts[number].session
    guard let receipt = try? JSONValue(parsing: body), let changed = receipt["changed"]?.boolValue else {
      return fail("the receipt of request #\(number) is invalid")
    }
    trace.add(revision)
    if changed {
      figures.acknowledged += 1
      record(number, doneAt: revision)
      for output in receipt["outputs"]?.arrayValue ?? [] { receive(output, of: id) }
    } else if case .done(let known) = ledger.attempts[number].fate {
      fail("request #\(number) was carried out at revision \(known), but its receipt reports no change")
    } else {
      ledger.attempts[number].fate = .unchanged
    }
    ledger.attempts[number].answer = body
    // The receipt contains the resulting session.
    if let session = receipt["session"] { tell(id, revision, session.bytes) }
  }

  private func receive(_ output: JSONValue, of id: SessionID) {
    guard let seq = output["seq"]?.integerValue else { return fail("an output of \(id.text) has no sequence number") }
    check(output: Int(seq), output.bytes, of: id)
  }

  func check(output seq: Int, _ output: [UInt8], of id: SessionID) {
    transcribe("output \(seq) of \(id.text): \(String(decoding: output, as: UTF8.self))")
    if let known = ledger.sessions[id]?.outputs[seq], known != output {
      fail("output \(seq) of \(id.text) has changed")
    }
    ledger.sessions[id]?.outputs[seq] = output
  }

  /// Compares a stored response with the first one, if there was one.
  private func receive(_ number: Int, replay answer: StoredResponse, _ revision: Int) {
    figures.replayed += 1
    let attempt = ledger.attempts[number]
    if let known = attempt.answer, known != answer.body {
      return fail(
        "request #\(number) was answered \(String(decoding: known, as: UTF8.self)) and then "
          + String(decoding: answer.body, as: UTF8.self))
    }
    if answer.status == 200 { receive(number, answer.body, revision) } else { refuse(number, answer.body) }
  }

  private func refuse(_ number: Int, _ code: [UInt8]) {
    figures.refused += 1
    switch ledger.attempts[number].fate {
    case .done(let revision): fail("request #\(number) was carried out at revision \(revision), but is refused now")
    case .unchanged: fail("request #\(number) made no change before, but is refused now")
    case .running, .doubtful, .refused: ledger.attempts[number].fate = .refused
    }
    if ledger.attempts[number].request.key != nil { ledger.attempts[number].answer = code }
  }

  /// Records that the request was not carried out this time.
  private func giveUp(_ number: Int) {
    if ledger.attempts[number].fate == .running, ledger.attempts[number].running == 0 {
      ledger.attempts[number].fate = .refused
    }
  }

  func beGone(_ id: SessionID) {
    guard let session = ledger.sessions[id] else { return }
    if !session.mayBeGone { fail("\(id.text) is missing without a deletion") }
  }

  // MARK: Reads

  private func read(_ id: SessionID) {
    guard let machine else { return }
    let (life, certain) = (life, ledger.sessions[id]?.certain ?? 1)
    machine.registry.read(.session, of: id) { [self] outcome in
      guard isHeard(life) else { return }
      switch outcome {
      case .session(let json, let revision):
        if revision < certain { fail("\(id.text) was at revision \(certain), but is read at \(revision)") }
        tell(id, revision, json)
      case .notFound: beGone(id)
      case .failed(.damaged(let detail)): fail("\(id.text) is damaged: \(detail)")
      case .failed: break
      default: fail("a read of \(id.text) has the unexpected outcome \(outcome)")
      }
    }
  }

  private func read(_ id: SessionID, at revision: Int) {
    guard let registry = machine?.registry else { return }
    let life = life
    Task.inline { [self] in
      let outcome = await registry.read(revision, of: id)
      guard isHeard(life) else { return }
      switch outcome {
      case .session(let json, let revision): tell(id, revision, json)
      case .notFound: beGone(id)
      case .pruned: if !compacts { fail("revision \(revision) of \(id.text) is pruned, but pruning is off") }
      case .failed(.damaged(let detail)): fail("\(id.text) is damaged: \(detail)")
      case .failed: break
      default: fail("a read of revision \(revision) of \(id.text) has the unexpected outcome \(outcome)")
      }
    }
  }
}

extension Outcome {
  var summary: String { String("\(self)".prefix(100)) }
}
