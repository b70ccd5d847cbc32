import JSON
import Navigation
import Sessions

/// What the clients asked for and what they were told: what the server is held to.
struct Ledger {
  /// Something that a client wants done to a session, once; each has a number that stands in what is sent.
  struct Attempt {
    let request: ActionRequest
    let session: SessionID
    let askedAt: Int64
    var fate = Fate.running
    /// What was answered first.
    var answer: [UInt8]?
    /// How many of its requests are not answered.
    var running = 1
  }

  enum Fate: Equatable {
    case running
    /// Nobody knows whether it was done: the answer was that the disk fails, or there was none.
    case doubtful
    case refused
    /// Carried out, without a difference.
    case unchanged
    case done(revision: Int)
  }

  /// A session that a client wants to be made once; the key that it asks with has its number.
  struct Wish {
    let app: Int
    let askedAt: Int64
    /// What came of it.
    var made: SessionID?
    var running = 1
  }

  /// A session as the clients know it.
  struct Session {
    let app: Int
    /// The session's JSON at each revision that anybody was told of.
    var told: [Int: [UInt8]] = [:]
    /// The last revision that anybody was told of.
    var certain = 1
    /// What stands in the history at a revision: the action as text.
    var history: [Int: [UInt8]] = [:]
    var outputs: [Int: [UInt8]] = [:]
    /// Somebody asked that it be deleted and was not told no.
    var mayBeGone = false
    var isGone = false
    /// Not all of its past could be looked at before it was pruned.
    var isPruned = false
  }

  /// The ids that were given, also to sessions that never came to be.
  var born: Set<SessionID> = []
  var sessions: [SessionID: Session] = [:]
  /// In the order in which they became known.
  var known: [SessionID] = []
  var attempts: [Attempt] = []
  var wishes: [Wish] = []

  mutating func doubtWhatRuns() {
    for index in wishes.indices { wishes[index].running = 0 }
    for index in attempts.indices where attempts[index].running > 0 {
      attempts[index].running = 0
      if attempts[index].fate == .running { attempts[index].fate = .doubtful }
    }
  }

  var isAnyoneWaiting: Bool { attempts.contains { $0.running > 0 } || wishes.contains { $0.running > 0 } }

  mutating func add(_ id: SessionID, of app: Int) {
    guard sessions[id] == nil else { return }
    sessions[id] = Session(app: app)
    known.append(id)
  }

  /// Those that may be there, of an app or of all.
  func present(_ app: Int? = nil) -> [SessionID] {
    known.filter { id in
      guard let session = sessions[id], !session.isGone else { return false }
      return app.map { $0 == session.app } ?? true
    }
  }
}

extension Simulation {
  /// Somebody was told that a session is, or was, so.
  func tell(_ id: SessionID, _ revision: Int, _ json: [UInt8]) {
    let state = Self.withoutAbilities(json)
    guard let session = ledger.sessions[id] else { return fail("nobody made \(id.text)") }
    if session.isGone { return fail("\(id.text) was deleted and is told at \(revision)") }
    if let told = session.told[revision], told != state {
      return fail(
        "revision \(revision) of \(id.text) was told as \(String(decoding: told, as: UTF8.self)) and is told as "
          + String(decoding: state, as: UTF8.self))
    }
    ledger.sessions[id]?.told[revision] = state
    assure(id, revision)
  }

  /// Somebody was told that a session has come that far.
  func assure(_ id: SessionID, _ revision: Int) {
    let certain = ledger.sessions[id]?.certain ?? 0
    ledger.sessions[id]?.certain = max(certain, revision)
  }

  /// What was asked was carried out at a revision: once, and nothing else was.
  func note(_ number: Int, doneAt revision: Int) {
    let attempt = ledger.attempts[number]
    switch attempt.fate {
    case .running, .doubtful: ledger.attempts[number].fate = .done(revision: revision)
    case .done(let known):
      if known != revision {
        fail("#\(number) was done at revision \(known) and at \(revision) of \(attempt.session.text)")
      }
    case .refused, .unchanged:
      fail("#\(number) was \(attempt.fate) and is done at revision \(revision) of \(attempt.session.text)")
    }
  }

  /// What can be done depends on how much of the past is kept, and is not of the state.
  static func withoutAbilities(_ json: [UInt8]) -> [UInt8] {
    let name = Array(#","can":{"#.utf8)
    var start = json.count - name.count
    while start > 0 {
      if json[start] == name[0], json[start..<start + name.count].elementsEqual(name) { return Array(json[..<start]) }
      start -= 1
    }
    return json
  }
}
