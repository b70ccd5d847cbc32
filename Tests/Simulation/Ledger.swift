import JSON
import Navigation
import Sessions

/// The requests of the clients and their answers, against which the server is checked.
struct Ledger {
  /// A request that is to be carried out once. Its number is part of the sent text.
  struct Attempt {
    let request: ActionRequest
    let session: SessionID
    let askedAt: Int64
    var fate = Fate.running
    /// The first answer.
    var answer: [UInt8]?
    /// The number of sent requests without an answer.
    var running = 1
  }

  enum Fate: Equatable {
    case running
    /// It may have been carried out: the disk failed, or there was no answer.
    case doubtful
    case refused
    /// It was carried out without a change.
    case unchanged
    case done(revision: Int)
  }

  /// A session that is to be created once. Its idempotency key contains its number.
  struct Wish {
    let app: Int
    let askedAt: Int64
    /// The created session.
    var made: SessionID?
    var running = 1
  }

  /// A session as the clients know it.
  struct Session {
    let app: Int
    /// The JSON at each revision that a client has received.
    var told: [Int: [UInt8]] = [:]
    /// The newest revision that a client has received.
    var certain = 1
    /// The actions in the history as text, by revision.
    var history: [Int: [UInt8]] = [:]
    var outputs: [Int: [UInt8]] = [:]
    /// Whether a deletion was requested that may have been carried out.
    var mayBeGone = false
    var isGone = false
    /// Whether a part of its history was pruned before it was checked.
    var isPruned = false
  }

  /// The ids that were generated, also for sessions that were never created.
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

  /// Returns the sessions that may exist, of one app or of all.
  func present(_ app: Int? = nil) -> [SessionID] {
    known.filter { id in
      guard let session = sessions[id], !session.isGone else { return false }
      return app.map { $0 == session.app } ?? true
    }
  }
}

extension Simulation {
  /// Checks and records a session that a client has received.
  func tell(_ id: SessionID, _ revision: Int, _ json: [UInt8]) {
    let state = Self.withoutAbilities(json)
    transcribe("\(id.text) at \(revision): \(String(decoding: json, as: UTF8.self))")
    guard let session = ledger.sessions[id] else { return fail("\(id.text) was received, but never created") }
    if session.isGone { return fail("\(id.text) was deleted, but is received at revision \(revision)") }
    if let told = session.told[revision], told != state {
      return fail(
        "revision \(revision) of \(id.text) changed from \(String(decoding: told, as: UTF8.self)) to "
          + String(decoding: state, as: UTF8.self))
    }
    ledger.sessions[id]?.told[revision] = state
    assure(id, revision)
  }

  /// Records that a client has received a revision of a session.
  func assure(_ id: SessionID, _ revision: Int) {
    let certain = ledger.sessions[id]?.certain ?? 0
    ledger.sessions[id]?.certain = max(certain, revision)
  }

  /// Records that a request was carried out at a revision, and checks that this happens once.
  func record(_ number: Int, doneAt revision: Int) {
    let attempt = ledger.attempts[number]
    switch attempt.fate {
    case .running, .doubtful: ledger.attempts[number].fate = .done(revision: revision)
    case .done(let known):
      if known != revision {
        fail("request #\(number) was carried out at revision \(known) and at \(revision) of \(attempt.session.text)")
      }
    case .refused, .unchanged:
      fail("request #\(number) was \(attempt.fate), but is done at revision \(revision) of \(attempt.session.text)")
    }
  }

  /// Returns the session's JSON without `can`, which depends on the kept history and is not part of the state.
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
