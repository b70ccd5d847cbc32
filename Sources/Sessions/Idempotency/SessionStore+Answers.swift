import JSON
import Navigation

extension SessionStore {
  /// Answers a request that changes nothing: stores the response with its key, if any, and waits for the pending
  /// changes that it depends on.
  func keepOrRest(
    _ outcome: Outcome, _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    guard let key = request.key else { return state.afterPending(outcome, answer) }
    let rendered =
      switch outcome {
      case .refused(let refused): key.render(refused)
      case .receipt(let receipt, _):
        StoredResponse(status: 200, body: stored(receipt: receipt, changed: false, outputs: [], &state))
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

  /// Returns the bytes to store for a receipt; a short one is stored whole.
  func stored(receipt: [UInt8], changed: Bool, outputs: [NumberedOutput], _ state: inout State) -> [UInt8] {
    guard receipt.count > ResponseDelta.longestWhole else { return receipt }
    let head = self.receipt(changed: changed, edits: [], outputs: outputs, false, &state)
    return stored(receipt, head: head, &state)
  }

  /// Returns the bytes to store for a response: the response, or its difference from the current session if that is
  /// shorter.
  ///
  /// - Parameter head: The members of the response before the session, as an object.
  private func stored(_ body: [UInt8], head: [UInt8], _ state: inout State) -> [UInt8] {
    guard let delta = ResponseDelta(body, head: head.dropLast(), session: encoded(&state), state.undoState) else {
      return body
    }
    let stored = delta.bytes
    return stored.count < body.count ? stored : body
  }

  /// Returns the bytes to store for a response of which only the bytes are known.
  func stored(_ body: [UInt8], _ state: inout State) -> [UInt8] {
    guard body.count > ResponseDelta.longestWhole, let head = Self.head(ofReceipt: body) else { return body }
    return stored(body, head: head, &state)
  }

  /// Returns the first members of a receipt as an object; nil for another response.
  private static func head(ofReceipt body: [UInt8]) -> [UInt8]? {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: body, maximumDepth: 2_048)
    } catch {
      // A response that is not JSON is stored whole.
      return nil
    }
    guard case .object(let members) = json, members["session"] != nil else { return nil }
    var head: JSONObject = [:]
    for name in ["revision", "changed", "outputs"] {
      guard let value = members[name] else { return nil }
      head[name] = value
    }
    return JSONValue.object(head).bytes
  }
}

extension SessionRegistry {
  /// Answers a request with the response stored for its key.
  ///
  /// If that revision was pruned, the session is omitted.
  func replay(_ kept: IdempotencyRecord, of id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void) {
    let replayed = { @Sendable (body: [UInt8]) in
      answer(.replayed(StoredResponse(status: kept.status, body: body), revision: kept.revision))
    }
    let delta: ResponseDelta
    do throws(CorruptSession) {
      guard let stored = try ResponseDelta(stored: kept.body ?? []) else { return replayed(kept.body ?? []) }
      delta = stored
    } catch {
      return answer(
        .failed(.damaged("The response stored for a key of the session \(id.text) cannot be read: \(error.detail).")))
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
