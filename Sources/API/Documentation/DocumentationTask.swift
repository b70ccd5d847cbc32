/// A task of callers, under which the page lists operations.
enum DocumentationTask: String, CaseIterable {
  case sessions, navigation, events, history, sharing, timers, apps, batches, archives, server

  /// The task of the route with a template. A new route of a session belongs to its navigation.
  init(of template: String) {
    let segments = template.split(separator: "/").map(String.init)
    guard segments.first == "v1" else { self = .server; return }
    let isNested = segments.count > 3
    switch segments[1] {
    case "sessions": self = isNested ? Self.ofSession[segments[3]] ?? .navigation : .sessions
    case "apps": self = isNested ? Self.ofApp[segments[3]] ?? .apps : .apps
    case "handoffs": self = .sharing
    case "webhooks": self = .timers
    case "batches": self = .batches
    case "imports": self = .archives
    case "admin": self = segments[2] == "backups" ? .archives : .server
    default: self = .server
    }
  }

  private static let ofSession: [String: Self] = [
    "stack": .sessions, "events": .events, "listeners": .events, "shown": .events, "tickets": .events,
    "history": .history, "revisions": .history, "undo": .history, "redo": .history, "jump": .history, "fork": .history,
    "token": .sharing, "tokens": .sharing, "lease": .sharing, "messages": .sharing, "timers": .timers,
    "loops": .timers, "calls": .timers, "outputs": .timers, "export": .archives,
  ]

  private static let ofApp: [String: Self] = ["sessions": .sessions, "events": .events, "migrations": .batches]

  var title: String {
    switch self {
    case .sessions: "Create, read and delete sessions"
    case .navigation: "Navigate"
    case .events: "Follow a session"
    case .history: "Go back in time"
    case .sharing: "Share a session"
    case .timers: "Use timers, outputs and webhooks"
    case .apps: "Define apps"
    case .batches: "Change many sessions"
    case .archives: "Export, import and back up"
    case .server: "Operate the server"
    }
  }

  /// The introduction of the task.
  var detail: String {
    switch self {
    case .sessions: "A session is the navigation state of one client of an app. Its creation returns a token, once."
    case .navigation: "Every change is an action. Its response has the new revision and is sent once it is durable."
    case .events: "A stream sends each revision once and in order, and resumes after an interruption."
    case .history: "Each change is a revision. Past ones can be read, restored and forked."
    case .sharing: "Other devices and people get tokens with a role, or a code of eight characters."
    case .timers: "A reducer sends delayed actions to its session, and outputs to its subscribers."
    case .apps: "An app is compiled into the server, or defined in JSON and sent to it."
    case .batches: "A job applies the same change to all sessions that match a filter."
    case .archives: "An export is one session with its history. A backup is the whole database."
    case .server: "Health, metrics and documentation. These requests need no session."
    }
  }

  /// The operation that the task begins with.
  var mainOperation: String? {
    switch self {
    case .sessions: "createSession"
    case .navigation: "act"
    case .apps: "defineApp"
    default: nil
    }
  }
}
