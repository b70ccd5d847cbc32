import AppDefinitions
import ExampleApps
import JSON
import Navigation
import Sessions

/// An app's definition in the first line, and in each further line an event of its sessions: a new session
/// (`{"start": …}`), a step of a scenario, or a later definition to which the session is migrated (`{"migrate": …}`).
enum ActionsTarget {
  static func read(_ input: [UInt8]) {
    let lines = input.split(separator: UInt8(ascii: "\n")).prefix(longest)
    guard let first = lines.first, let app = app(Array(first)) else { return }
    var course = SessionCourse(of: app)
    for line in lines.dropFirst() {
      if let event = try? JSONValue(parsing: Array(line)) { course.follow(event) }
    }
  }

  private static let longest = 64

  private static func app(_ text: [UInt8]) -> App? {
    (try? JSONValue(parsing: text)).flatMap(app)
  }

  static func app(_ definition: JSONValue) -> App? {
    try? AppDefinition(definition, features: BuiltInApps.features).app
  }
}

/// The sessions of an app, one after the other, on a clock of their own.
private struct SessionCourse {
  private var app: App
  private var session: TransientSession?

  init(of app: App) {
    self.app = app
    start([:])
  }

  mutating func follow(_ event: JSONValue) {
    if let given = event["start"] { return start(given) }
    if let definition = event["migrate"] { return migrate(to: definition) }
    guard var session else { return }
    let former = session.tree
    do throws(ActionError) {
      try Self.perform(event, in: &session)
      check(session)
      // A tree that only grows covers no new code.
      if session.tree.size < 20_000 { self.session = session }
    } catch {
      require(session.tree == former, "a refused event has changed the tree")
    }
  }

  private mutating func start(_ given: JSONValue) {
    var start = TransientSession.Start()
    start.data = given["data"]?.objectValue
    start.navigation = given["navigation"]
    start.url = given["url"]?.stringValue
    start.key = given["key"]?.stringValue
    guard var session = try? TransientSession(of: app, start, at: given["at"]?.integerValue.map(time) ?? Self.usual)
    else {
      return
    }
    session.deliver()
    check(session)
    self.session = session
  }

  /// Brings a time into the years 1 to 9999, those of a clock.
  private func time(_ given: Int64) -> Int64 {
    min(max(given, JSONTimestamp.range.lowerBound), JSONTimestamp.range.upperBound)
  }

  private static let usual: Int64 = 1_767_323_045_678

  private static func perform(_ event: JSONValue, in session: inout TransientSession) throws(ActionError) {
    let isFromBackend = event["as"] == "backend"
    let count = event.members.first?.value.integerValue.map { Int(max(1, $0)) } ?? 1
    switch event.members.first?.name {
    case "action":
      let list = event["action"]?["actions"]?.arrayValue
      var actions: [Action] = []
      for json in list ?? [event["action"] ?? .null] { actions.append(try Action(json: json)) }
      try session.send(actions, isBatch: list != nil, isFromBackend: isFromBackend)
    case "wait": session.wait(Int64(min(count, 100_000_000)) * 1_000)
    case "undo": try session.move(.undo(steps: count), isFromBackend: isFromBackend)
    case "redo": try session.move(.redo(steps: count), isFromBackend: isFromBackend)
    case "jump": try session.move(.jump(revision: count), isFromBackend: isFromBackend)
    case "message": _ = session.receive(try Action(json: event["message"] ?? .null))
    case "answer":
      let status = event["answer"]?["status"]?.integerValue.map { Int(clamping: $0) }
      try session.answer(
        status.map { .response(status: $0, body: event["answer"]?["body"] ?? .null) } ?? .failure(reason: "timeout"))
    default: break
    }
    session.deliver()
  }

  private mutating func migrate(to definition: JSONValue) {
    guard let next = ActionsTarget.app(definition), next.name == app.name, next.version > app.version, let session
    else {
      return
    }
    var draft = Draft(session.tree)
    draft.begin(at: session.now)
    do throws(ActionError) {
      try next.migrate(&draft, from: app)
      require((try? draft.tree.checkWhole()) != nil, "the tree is invalid after a migration")
    } catch {
      draft.rollBack()
      require(draft.tree == session.tree, "a refused migration has changed the tree")
    }
    app = next
    start([:])
  }

  /// Reads what clients can read of a session, and tries the actions that they can send.
  private func check(_ session: TransientSession) {
    require((try? session.tree.checkWhole()) != nil, "the tree is invalid")
    require((try? JSONValue(parsing: session.navigation, maximumDepth: 2_048)) != nil, "the navigation is no JSON")
    require((try? JSONValue(parsing: session.current, maximumDepth: 2_048)) != nil, "the current screen is no JSON")
    _ = (session.pendingTimers, session.tree.currentPath)
    for possibility in PossibilityList(in: session.tree, of: app, atMost: 32).possibilities {
      var trial = session
      _ = try? trial.send([possibility.trials.first ?? possibility.action])
    }
  }
}

extension JSONValue {
  fileprivate var members: JSONObject { objectValue ?? [:] }
}
