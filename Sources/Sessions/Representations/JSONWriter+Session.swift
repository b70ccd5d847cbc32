import JSON
import Navigation

/// An output with its sequence number in the session.
struct NumberedOutput: Sendable {
  let seq: Int
  let output: SentOutput
}

extension JSONWriter {
  /// Writes a session with this tree and version, current or past.
  ///
  /// - Parameter metadata: The key and the labels, which no version has.
  /// - Returns: The range of the root container.
  @discardableResult
  mutating func append(
    session store: SessionStore, _ tree: borrowing Tree, _ version: borrowing SessionStore.Version,
    _ metadata: borrowing SessionMetadata
  ) -> Range<Int> {
    append("{\"id\":\"")
    append(count: SessionID.textCount) { store.id.write(to: $0) }
    append("\",\"app\":", string: store.apps.name)
    append(",\"appVersion\":", integer: tree.appVersion)
    append(",\"revision\":", integer: version.revision)
    append(",\"createdAt\":", timestamp: store.createdAt)
    append(",\"updatedAt\":", timestamp: version.updatedAt)
    append(members: metadata)
    append(",\"navigation\":")
    let start = count
    tree.root.write(to: &self)
    let navigation = start..<count
    append(",\"data\":", value: tree.data)
    append(",\"current\":")
    let app = store.app(tree.appVersion)
    tree.writeCurrent(to: &self, url: app.url(ofCurrentIn: tree))
    let abilities = app.abilities(
      of: tree,
      in: SessionContext(
        id: store.id.text, key: metadata.key, labels: metadata.labels, revision: version.revision),
      at: version.updatedAt)
    append(",\"can\":{\"goBack\":", bool: abilities.goBack)
    append(",\"pop\":", bool: abilities.pop)
    append(",\"dismiss\":", bool: abilities.dismiss)
    append(",\"undo\":")
    // Clients show what they may do; a backend may do it also where the app denies it to them.
    append(bool: version.undoState.canUndo && app.undo != .none)
    append(",\"redo\":", bool: version.undoState.canRedo && app.undo != .none)
    append("}}")
    return navigation
  }

  mutating func append(outputs: [NumberedOutput]) {
    append("[")
    for (index, numbered) in outputs.enumerated() {
      append(index == 0 ? "{\"seq\":" : ",{\"seq\":")
      append(integer: numbered.seq)
      append(",\"name\":", string: numbered.output.name)
      append(",\"value\":", value: numbered.output.value)
      append("}")
    }
    append("]")
  }

  /// Writes the members `key`, `expires` and `labels`, if there are any, each after a comma.
  package mutating func append(members metadata: borrowing SessionMetadata) {
    if let key = metadata.key {
      append(",\"key\":", string: key)
    }
    if let expires = metadata.expires {
      append(",\"expires\":", string: JSONDuration.text(expires))
    }
    guard !metadata.labels.isEmpty else { return }
    append(",\"labels\":{")
    for (index, label) in metadata.labels.enumerated() {
      if index > 0 { append(",") }
      append(string: label.key)
      append(":")
      append(string: label.value)
    }
    append("}")
  }
}
