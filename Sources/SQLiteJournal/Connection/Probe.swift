import Sessions

extension StateSnapshot {
  /// The session that a probe writes.
  static func probe(of session: SessionID) -> StateSnapshot {
    let navigation =
      #"{"id":"a1","kind":"stack","selected":0,"screens":["#
      + #"{"id":"a2","route":"","params":{},"state":{}}],"presented":[]}"#
    let row = SessionRow(
      id: session, app: "", appVersion: 1, revision: 1, createdAt: 0, updatedAt: 0, nextID: 2, outputs: 0,
      data: Array("{}".utf8), tokenHash: [])
    return StateSnapshot(session: row, navigation: Array(navigation.utf8)[...])
  }
}

extension Change {
  static func probe(of session: SessionID) -> Change {
    Change(
      session: session, revision: 2, at: 0, text: Array("{}[][]".utf8), action: 0..<2, edits: 2..<4,
      outputs: 4..<6, record: nil)
  }
}
