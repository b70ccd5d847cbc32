import JSON
import Navigation

// Made here, not in the API: a receipt, which may have the whole session, is stored with its change.
extension SessionStore {
  // MARK: Receipts

  /// Writes the receipt of an action. Without the session, the receipt has no plan either.
  func receipt(
    changed: Bool, edits: [Edit], outputs: [NumberedOutput], refused: StoredRefusal? = nil, _ request: ActionRequest,
    isMinimal: Bool = false, _ state: inout State
  ) -> [UInt8] {
    let wantsSession = request.wantsSession && !isMinimal
    var json = JSONWriter(capacity: 128 + 192 * edits.count + (wantsSession ? encodedSize(state) : 0))
    json.append("{\"revision\":", integer: state.revision)
    json.append(",\"changed\":", bool: changed)
    json.append(",\"outputs\":")
    json.append(outputs: outputs)
    if let refused {
      json.append(",\"refused\":")
      refused.write(to: &json)
    }
    if let creation = request.creation { creation.write(to: &json) }
    request.report?.write(to: &json)
    guard wantsSession else {
      json.append("}")
      return json.bytes
    }
    json.append(",\"plan\":")
    Plan(edits).write(to: &json)
    json.append(",\"session\":")
    let start = json.count
    if let encoded = state.encoded { json.append(raw: encoded.slice) } else { encode(state, to: &json) }
    json.append("}")
    let receipt = json.bytes
    if state.encoded == nil {
      // The next read needs no encoding, and the cache no memory of its own: it shares that of the receipt.
      state.encoded = EncodedSession(in: receipt, from: start)
      updateFootprint(state)
    }
    return receipt
  }

  /// Returns the bytes to store for a receipt; a short one is stored whole.
  func stored(
    receipt: [UInt8], changed: Bool, outputs: [NumberedOutput], refused: StoredRefusal? = nil, _ request: ActionRequest,
    _ state: inout State
  ) -> [UInt8] {
    guard receipt.count > StoredReceipt.longestWhole else { return receipt }
    let minimal = self.receipt(
      changed: changed, edits: [], outputs: outputs, refused: refused, request, isMinimal: true, &state)
    // Also a minimal receipt may be long, if it has long outputs.
    guard minimal != receipt else { return receipt }
    return StoredReceipt(
      undoState: state.undoState, metadata: state.nextMetadata, minimal: minimal, isChanged: changed
    ).bytes
  }

  // MARK: The session

  /// Returns the session as JSON. It is kept from the second read on, since many sessions are read once in a while.
  func encoded(_ state: inout State) -> [UInt8] {
    if let encoded = state.encoded { return encoded.array }
    state.cacheJSON()
    var encoded = encode(state)
    guard state.wasRead else {
      state.wasRead = true
      return encoded
    }
    // The estimate of its size is too high by half for a small session.
    if encoded.capacity > encoded.count + encoded.count / 4 { encoded = encoded.trimmed }
    state.encoded = EncodedSession(encoded)
    updateFootprint(state)
    return encoded
  }

  /// Appends the session as JSON.
  func encode(_ state: borrowing State, to json: inout JSONWriter) {
    json.append(session: self, state.draft.tree, state.version, state.nextMetadata)
  }

  /// About the bytes of a session as JSON.
  func encodedSize(_ state: borrowing State) -> Int { 512 + state.draft.tree.size }

  private func encode(_ state: borrowing State) -> [UInt8] {
    var json = JSONWriter(capacity: encodedSize(state))
    encode(state, to: &json)
    return json.bytes
  }

  // MARK: Parts of the session

  /// Returns `{"id", "screens": […]}` of the deepest stack on the focus path, or nil if there is none.
  func stack(_ tree: Tree) -> [UInt8]? {
    let path = tree.focusPath.compactMap { tree.container($0) }
    guard let stack = path.last(where: { $0.kind == .stack }) else { return nil }
    var json = JSONWriter()
    json.append("{\"id\":", string: stack.id)
    json.append(",\"screens\":")
    json.append(list: stack.screens) { $1.write(to: &$0) }
    json.append("}")
    return json.bytes
  }

  /// Returns the pending timers as `{"items": […]}`.
  func timers(_ state: borrowing State, _ clock: TimerClock) -> [UInt8] {
    let timers = app(state.appVersion).pendingTimers(state.draft.tree, lastChange: state.updatedAt, clock)
    return JSONWriter.list(
      timers.compactMap { timer in
        // The last attempts of such a timer were refused, and left no trace.
        guard timer.lastRefusal != nil, timer.fireAt <= clock.now else { return timer }
        return timer.next(after: clock.now).map { timer.firing(at: $0) }
      })
  }
}
