import JSON
import Navigation

extension SessionStore {
  /// An answer that changes nothing: kept with its key if it has one, and given once what it rests on is durable.
  func keepOrRest(
    _ outcome: Outcome, _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    guard let key = request.key else { return state.afterPending(outcome, answer) }
    let rendered =
      switch outcome {
      case .refused(let refused): key.render(refused)
      case .receipt(let receipt, _):
        StoredResponse(
          status: 200,
          body: stored(
            receipt, head: self.receipt(changed: false, edits: [], outputs: [], false, &state), &state))
      default: preconditionFailure("only refusals and receipts are kept")
      }
    let kept = key.kept(
      of: id, status: rendered.status, revision: state.revision, body: rendered.body, at: state.draft.now)
    let number = state.wait(for: .keep(kept)) { failure in answer(failure.map(Outcome.failed) ?? outcome) }
    guard environment.journal.submit(.keep(kept), settled: { [self] in settle(number, $0) }) else {
      state.rollBackLast()
      return .answer(.journalBusy)
    }
    state.runningKeys.insert(key.text)
    return .wait
  }

  /// What is stored of an answer: the answer, or what differs from the session as it is now, where that is shorter.
  ///
  /// - Parameter head: The members of the answer that do not show the session: an object.
  func stored(_ body: [UInt8], head: [UInt8], _ state: inout State) -> [UInt8] {
    guard body.count > ResponseDelta.longestWhole,
      let delta = ResponseDelta(body, head: head.dropLast(), session: encoded(&state), state.undoState)
    else { return body }
    let stored = delta.bytes
    return stored.count < body.count ? stored : body
  }

  /// The same for an answer of which only the bytes are known.
  func stored(_ body: [UInt8], _ state: inout State) -> [UInt8] {
    guard body.count > ResponseDelta.longestWhole, let head = Self.head(ofReceipt: body) else { return body }
    return stored(body, head: head, &state)
  }

  /// The first members of a receipt, as an object; nil when it is none.
  private static func head(ofReceipt body: [UInt8]) -> [UInt8]? {
    // An answer that is no receipt is kept whole.
    guard let json = try? JSONValue(parsing: body, maximumDepth: 2_048), case .object(let members) = json,
      members["session"] != nil
    else { return nil }
    var head: JSONObject = [:]
    for name in ["revision", "changed", "outputs"] {
      guard let value = members[name] else { return nil }
      head[name] = value
    }
    return JSONValue.object(head).bytes
  }
}

extension SessionRegistry {
  /// Answers a request with what was stored for its key.
  ///
  /// Where the session cannot be shown as it was, since that revision was pruned, the rest of the answer is given.
  func replay(_ kept: IdempotencyRecord, of id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void) {
    let replayed = { @Sendable (body: [UInt8]) in
      answer(.replayed(StoredResponse(status: kept.status, body: body), revision: kept.revision))
    }
    let delta: ResponseDelta
    do throws(CorruptSession) {
      guard let stored = try ResponseDelta(stored: kept.body ?? []) else { return replayed(kept.body ?? []) }
      delta = stored
    } catch {
      return answer(.failed(.damaged("The answer kept for a key of \(id.text) cannot be read: \(error.detail).")))
    }
    past(kept.revision, of: id) { outcome in
      if case .pruned = outcome { replayed(delta.minimal) } else { answer(outcome) }
    } found: { store, tree, version in
      var version = version
      version.undoState = delta.undoState
      var json = JSONWriter(capacity: 512 + tree.size)
      store.write(tree, version, to: &json)
      replayed(delta.applied(to: json.bytes) ?? delta.minimal)
    }
  }
}
