import Sessions

extension Projection {
  /// The root container of a session with the rows of `probe`, as JSON.
  static let probedNavigation = Array(
    (#"{"id":"a1","kind":"stack","selected":0,"screens":["#
      + #"{"id":"a2","route":"","params":{},"state":{}}],"presented":[]}"#).utf8)

  static func probe(of session: SessionID) -> Projection {
    let json = Array("{}".utf8)
    return Projection(
      session: SessionRow(
        id: session, app: "", appVersion: 1, revision: 1, createdAt: 0, updatedAt: 0, nextID: 2, outputs: 0, data: json,
        tokenHash: []),
      containers: [
        ContainerRow(id: "a1", screen: nil, kind: "stack", selected: 0, history: Array("[]".utf8), open: nil)
      ],
      screens: [
        ScreenRow(id: "a2", container: "a1", position: 0, presented: nil, route: "", params: json, state: json)
      ],
      removedContainers: [], removedScreens: [])
  }
}

extension Change {
  static func probe(of session: SessionID) -> Change {
    Change(
      session: session, revision: 2, at: 0, actor: nil, text: Array("{}[][]".utf8), action: 0..<2, edits: 2..<4,
      outputs: 4..<6, record: nil)
  }
}
