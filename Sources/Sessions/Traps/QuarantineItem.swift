import JSON

/// A session, an app or a definition that has ended the process repeatedly and is not served for a while.
package struct QuarantineItem: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case session, app, creation, definition
    case archive = "import"
  }

  package let id: String
  package let kind: Kind
  package let session: SessionID?
  package let app: String?
  package let action: String?
  /// Milliseconds since 1970.
  package let since: Int64
  package var until: Int64 { since + Self.duration }
  package let reason: String

  /// Two traps within this time begin a quarantine. In milliseconds.
  static let window: Int64 = 600_000
  static let duration: Int64 = 3_600_000
  /// The quarantined sessions of one app that begin a quarantine of the app.
  static let sessionsOfApp = 3
  /// The time for which traps are remembered.
  package static let memory = window + duration

  /// Returns the quarantines that follow from the traps of earlier processes, and have not ended.
  package static func items(after records: [TrapRecord], at now: Int64) -> [QuarantineItem] {
    var (traps, lifts) = ([String: [Trap]](), [String: Int64]())
    for record in records {
      switch record {
      case .lift(let id, let at): lifts[id] = max(at, lifts[id] ?? .min)
      // A time in the future is from a clock that was wrong.
      case .trap(let trap) where trap.at <= now && trap.at > now - memory:
        if let id = trap.subject?.id { traps[id, default: []].append(trap) }
      case .trap, .start: break
      }
    }
    let items = traps.compactMap { id, traps in QuarantineItem(id, traps.filter { $0.at > lifts[id] ?? .min }) }
    let current = items.filter { $0.until > now }.sorted { ($0.since, $0.id) < ($1.since, $1.id) }
    return current + apps(of: current, lifts)
  }

  /// The quarantine that follows from the traps of one subject: two that are close to each other.
  private init?(_ id: String, _ traps: [Trap]) {
    let traps = traps.sorted { $0.at < $1.at }
    let pairs = zip(traps, traps.dropFirst()).filter { $1.at - $0.at <= Self.window }
    guard let last = pairs.last?.1, let subject = last.subject else { return nil }
    self.id = id
    since = last.at
    action = last.action
    app = last.app
    switch subject {
    case .session(let id, _): (kind, session) = (.session, id)
    case .app: (kind, session) = (.creation, nil)
    case .definition: (kind, session) = (.definition, nil)
    case .archive: (kind, session) = (.archive, nil)
    }
    let work = last.action.map { "the action `\($0)`" } ?? "work on it"
    reason = "\(work) ended the server by \(last.signal) twice within ten minutes"
  }

  private init(app: String, since: Int64) {
    (id, kind, session, action) = (TrapSubject.appID(app), .app, nil, nil)
    (self.app, self.since) = (app, since)
    reason = "\(Self.sessionsOfApp) sessions of the app are quarantined"
  }

  private static func apps(of items: [QuarantineItem], _ lifts: [String: Int64]) -> [QuarantineItem] {
    let sessions = Dictionary(grouping: items.filter { $0.kind == .session && $0.app != nil }) { $0.app ?? "" }
    return sessions.compactMap { app, items in
      guard items.count >= sessionsOfApp, let since = items.map(\.since).max(),
        since > lifts[TrapSubject.appID(app)] ?? .min
      else { return nil }
      return QuarantineItem(app: app, since: since)
    }.sorted { $0.id < $1.id }
  }

  /// The item as the subject of a sentence.
  var name: String {
    switch kind {
    case .session: "The session"
    case .app: "The app \"\(app ?? "")\""
    case .creation: "The creation of sessions of \"\(app ?? "")\""
    case .definition: "This definition"
    case .archive: "This archive"
    }
  }

  /// The item as JSON.
  package var json: JSONValue {
    var members: JSONObject = ["id": .string(id), "kind": .string(kind.rawValue)]
    members["session"] = session.map { .string($0.text) }
    members["app"] = app.map(JSONValue.string)
    members["action"] = action.map(JSONValue.string)
    members["since"] = .string(JSONTimestamp.text(since))
    members["until"] = .string(JSONTimestamp.text(until))
    members["reason"] = .string(reason)
    return .object(members)
  }
}
