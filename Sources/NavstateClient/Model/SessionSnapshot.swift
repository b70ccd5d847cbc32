import JSON
import Navigation

/// A session as the server confirmed it at a revision.
public struct SessionSnapshot: Sendable, Equatable {
  /// The id of the session.
  public let id: String
  /// The name of the app.
  public let app: String
  /// The key by which the session was created, if any.
  public let key: String?
  /// The labels by name.
  public let labels: [String: String]
  /// The revision.
  public let revision: Int
  /// The screens and the data. Its timers are not known to clients.
  public let tree: Tree
  /// The link to the current screen, if it has one.
  public let url: String?
  /// The actions that are possible, for the buttons of a client.
  public let can: Abilities

  /// The actions that are possible.
  public struct Abilities: Sendable, Equatable {
    /// Whether `goBack`, `pop` and `dismiss` apply.
    public let goBack, pop, dismiss: Bool
    /// Whether there is a change to undo, or one to redo.
    public let undo, redo: Bool
  }
}

extension SessionSnapshot {
  /// Reads the representation of a session.
  init(json: JSONValue) throws(NavstateProblem) {
    do {
      let members = try JSONObject(json: json)
      id = try members.value("id")
      app = try members.value("app")
      key = members["key"]?.stringValue
      labels = members["labels"] == nil ? [:] : try members.value("labels")
      revision = try members.value("revision")
      let root = try Container(stored: members["navigation"] ?? .null)
      guard root.isComplete else { throw NavstateProblem.badResponse("A container of the session has no screen.") }
      tree = Tree(root: root, data: members["data"] ?? [:], appVersion: try members.value("appVersion"))
      url = members["current"]?["url"]?.stringValue
      can = Abilities(json: members["can"] ?? [:])
    } catch {
      throw NavstateProblem.badResponse("The response is not a session: \(error).")
    }
  }
}

extension SessionSnapshot {
  /// The representation that `init(json:)` reads.
  func json() throws(JSONError) -> JSONValue {
    let navigation = try JSONValue(parsing: tree.root.text, maximumDepth: 2_048, roundingNumbers: true)
    var members: JSONObject = [
      "id": id.json, "app": app.json, "labels": labels.json, "revision": revision.json,
      "appVersion": tree.appVersion.json, "navigation": navigation, "data": tree.data,
      "can": [
        "goBack": can.goBack.json, "pop": can.pop.json, "dismiss": can.dismiss.json, "undo": can.undo.json,
        "redo": can.redo.json,
      ],
    ]
    if let key { members["key"] = key.json }
    if let url { members["current"] = ["url": url.json] }
    return .object(members)
  }
}

extension SessionSnapshot.Abilities {
  fileprivate init(json: JSONValue) {
    func holds(_ name: String) -> Bool { json[name]?.boolValue == true }
    self.init(
      goBack: holds("goBack"), pop: holds("pop"), dismiss: holds("dismiss"), undo: holds("undo"), redo: holds("redo"))
  }
}

extension Container {
  /// Whether it and each container in it has the screen that it selects.
  fileprivate var isComplete: Bool {
    let contents = (screens + presented.map(\.screen)).compactMap(\.content)
    return screens.indices.contains(selected) && contents.allSatisfy(\.isComplete)
  }
}
