import JSON
import Navigation

/// An output with its sequence number in the session.
struct NumberedOutput: Sendable {
  let seq: Int
  let output: SentOutput
}

extension SessionStore {
  /// Returns the session as JSON, encoded once per revision.
  func encoded(_ state: inout State) -> [UInt8] {
    if let encoded = state.encoded { return encoded }
    var json = JSONWriter(capacity: 512 + state.draft.tree.size)
    write(state.draft.tree, state.version, to: &json)
    let encoded = json.bytes
    state.encoded = encoded
    noteFootprint(state)
    return encoded
  }

  /// Writes the session as JSON with this tree and version, current or past.
  func write(_ tree: borrowing Tree, _ version: Version, to json: inout JSONWriter) {
    json.append("{\"id\":\"")
    json.append(count: SessionID.textCount) { id.write(to: $0) }
    json.append("\",\"app\":")
    json.append(string: app.name)
    json.append(",\"appVersion\":")
    json.append(integer: app.version)
    json.append(",\"revision\":")
    json.append(integer: version.revision)
    json.append(",\"createdAt\":")
    json.append(timestamp: createdAt)
    json.append(",\"updatedAt\":")
    json.append(timestamp: version.updatedAt)
    json.append(",\"navigation\":")
    tree.root.write(to: &json)
    json.append(",\"data\":")
    json.append(value: tree.data)
    json.append(",\"current\":")
    tree.writeCurrent(to: &json)
    let abilities = app.abilities(of: tree)
    json.append(",\"can\":{\"goBack\":")
    json.append(bool: abilities.goBack)
    json.append(",\"pop\":")
    json.append(bool: abilities.pop)
    json.append(",\"dismiss\":")
    json.append(bool: abilities.dismiss)
    json.append(",\"undo\":")
    json.append(bool: version.undoState.canUndo)
    json.append(",\"redo\":")
    json.append(bool: version.undoState.canRedo)
    json.append("}}")
  }

  /// Writes the receipt of an action. Without the session, the receipt has no plan either.
  func receipt(
    changed: Bool, edits: [Edit], outputs: [NumberedOutput], _ wantsSession: Bool, _ state: inout State
  ) -> [UInt8] {
    let session = wantsSession ? encoded(&state) : []
    var json = JSONWriter(capacity: 128 + 192 * edits.count + session.count)
    json.append("{\"revision\":")
    json.append(integer: state.revision)
    json.append(",\"changed\":")
    json.append(bool: changed)
    json.append(",\"outputs\":")
    json.append(outputs: outputs)
    if wantsSession {
      json.append(",\"plan\":")
      Plan(edits).write(to: &json)
      json.append(",\"session\":")
      json.append(raw: session)
    }
    json.append("}")
    return json.bytes
  }
}

extension JSONWriter {
  mutating func append(outputs: [NumberedOutput]) {
    append("[")
    for (index, numbered) in outputs.enumerated() {
      append(index == 0 ? "{\"seq\":" : ",{\"seq\":")
      append(integer: numbered.seq)
      append(",\"name\":")
      append(string: numbered.output.name)
      append(",\"value\":")
      append(value: numbered.output.value)
      append("}")
    }
    append("]")
  }
}
