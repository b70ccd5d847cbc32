import Support
import ExampleApps
import JSON
import Navigation
import Sessions
import TestSupport

// The requests of the clients, and the checks of each answer.
extension NodesSimulation {
  func ask() {
    let node = nodes[chance.upTo(nodes.count) - 1]
    guard ledger.known.count >= 2, !chance.once(in: 40) else { return create(at: node) }
    // Most requests go to few sessions.
    let id = ledger.known[chance.once(in: 3) ? chance.upTo(ledger.known.count) - 1 : min(1, ledger.known.count - 1)]
    switch chance.upTo(20) {
    case 1...7: read(id, at: node)
    case 8: readPast(id, at: node)
    case 9: if chance.once(in: 8) { delete(id, at: node) }
    default: change(id, at: node)
    }
  }

  private func create(at node: SimulatedNode) {
    let apps = [Counter.app, TimerTestApp.app, MessageTestApp.app]
    let app = apps[chance.upTo(apps.count) - 1]
    let request = CreationRequest(app: app, tokenHash: [1], key: nil) { StoredResponse(status: 201, body: $0) }
    Task.inline { [self] in
      let creation = await node.registry.create(request)
      guard case .created(let id, let response, _) = creation else { return }
      say("n\(node.number) created \(id.text)")
      ledger.sessions[id] = NodesLedger.Session()
      ledger.known.append(id)
      checkState(response.body, 1, of: id)
    }
  }

  private func read(_ id: SessionID, at node: SimulatedNode) {
    guard let session = ledger.sessions[id] else { return }
    let (newest, wasDeleted) = (session.newest, session.isDeleted)
    node.registry.read(.session, of: id) { [self] outcome in
      figures.reads += 1
      switch outcome {
      case .session(let json, let revision):
        say("n\(node.number) read \(id.text) at \(revision)")
        if wasDeleted { fail("n\(node.number) returned \(id.text), which was deleted before") }
        if revision < newest { fail("n\(node.number) returned \(id.text) at \(revision), older than \(newest)") }
        checkState(json, revision, of: id)
      case .notFound:
        if ledger.sessions[id]?.mayBeDeleted != true { fail("n\(node.number) does not find \(id.text)") }
      case .failed(.unavailable), .failed(.unknown): break
      default: fail("n\(node.number) answered a read of \(id.text) with \(outcome)")
      }
    }
  }

  /// Reads a session at a revision that a node has returned, and that may be pruned.
  private func readPast(_ id: SessionID, at node: SimulatedNode) {
    guard let session = ledger.sessions[id] else { return }
    let (revision, oldest) = (chance.upTo(session.newest), database.tables.sessions[id]?.oldest ?? 1)
    Task.inline { [self] in
      let outcome = await node.registry.read(revision, of: id)
      figures.reads += 1
      switch outcome {
      case .session(let json, _):
        if revision < oldest { fail("n\(node.number) returned \(id.text) at \(revision), which was pruned before") }
        checkState(json, revision, of: id)
      case .pruned: figures.pruned += 1
      case .notFound:
        if ledger.sessions[id]?.mayBeDeleted != true { fail("n\(node.number) does not find \(id.text)") }
      case .failed(.unavailable), .failed(.unknown): break
      default: fail("n\(node.number) answered a read of \(id.text) at \(revision) with \(outcome)")
      }
    }
  }

  private func checkState(_ json: [UInt8], _ revision: Int, of id: SessionID) {
    // Pruning changes `can`.
    let json = Simulation.withoutAbilities(json)
    if let told = ledger.sessions[id]?.told[revision], told != json {
      fail(
        "\(id.text) at \(revision) is \(String(decoding: json, as: UTF8.self)) and was "
          + String(decoding: told, as: UTF8.self))
    }
    ledger.sessions[id]?.told[revision] = json
    let newest = ledger.sessions[id]?.newest ?? 1
    ledger.sessions[id]?.newest = max(newest, revision)
  }

  private func delete(_ id: SessionID, at node: SimulatedNode) {
    ledger.sessions[id]?.mayBeDeleted = true
    Task.inline { [self] in
      let outcome = await node.registry.delete(id)
      say("n\(node.number) deletes \(id.text): \(outcome)")
      if case .deleted = outcome { ledger.sessions[id]?.isDeleted = true }
    }
  }

  private func change(_ id: SessionID, at node: SimulatedNode) {
    guard let session = ledger.sessions[id] else { return }
    let number = ledger.attempts.count
    var attempt = NodesLedger.Attempt(
      session: id, node: node.number, sent: Array("{\"type\":\"change\",\"number\":\(number)}".utf8))
    let action = action(for: &attempt, number)
    ledger.attempts.append(attempt)
    let key = chance.once(in: 4) ? "k\(number)" : nil
    send(action, attempt.sent, key: key, session.newest, wasDeleted: session.isDeleted, number, id, node)
    // The same request at another node, as from a client after a timeout.
    if key != nil, chance.once(in: 2) {
      let other = nodes[chance.upTo(nodes.count) - 1]
      send(action, attempt.sent, key: key, session.newest, wasDeleted: session.isDeleted, number, id, other)
    }
  }

  private func action(for attempt: inout NodesLedger.Attempt, _ number: Int) -> Action {
    switch chance.upTo(9) {
    case 1...4: return Action("increment")
    case 5: return Action("whistle")
    case 6:
      let until = chance.once(in: 3) ? NodesSimulation.begin + Int64(chance.upTo(20_000)) : nil
      return Action("boil", TimerTestApp.boil("k\(chance.upTo(3))", after: Int64(chance.upTo(2_000)), until: until))
    case 7: return Action("goBack")
    case 8: return Action("push")
    default:
      let recipient = ledger.known[chance.upTo(ledger.known.count) - 1]
      attempt.recipient = recipient
      attempt.letters = (0..<chance.upTo(2)).compactMap { UnicodeScalar(0x4E00 + 2 * number + $0).map(Character.init) }
      return Action("say", ["text": .string(String(attempt.letters)), "to": .string(recipient.text)])
    }
  }

  private func send(
    _ action: Action, _ sent: [UInt8], key: String?, _ newest: Int, wasDeleted: Bool, _ number: Int, _ id: SessionID,
    _ node: SimulatedNode
  ) {
    let idempotencyKey = key.map { key in
      IdempotencyKey(text: key, fingerprint: Array(key.utf8)) { _ in StoredResponse(status: 409, body: []) }
    }
    let request = ActionRequest(
      actions: [action], isBatch: false, sent: sent, precondition: nil, key: idempotencyKey, wantsSession: true)
    let name = node.number
    node.registry.perform(request, on: id) { [self] outcome in
      say("n\(name) answers \(number) on \(id.text): \(outcome.brief)")
      switch outcome {
      case .receipt(let json, let revision):
        if wasDeleted { fail("n\(name) changed \(id.text), which was deleted before") }
        receive(json, revision, newest, number, id, name)
      case .replayed(let response, let revision): receiveReplayed(response, revision, key, number, name)
      case .refused: settle(number, as: .refused)
      case .notFound:
        if ledger.sessions[id]?.mayBeDeleted != true { fail("n\(name) does not find \(id.text)") }
        settle(number, as: .refused)
      case .keyInProgress: break
      case .failed(.unknown): settle(number, as: .unknown)
      // The same request may have been carried out at another node.
      case .failed(.unavailable): settle(number, as: key == nil ? .refused : .unknown)
      default: fail("n\(name) answered a change of \(id.text) with \(outcome)")
      }
    }
  }

  private func receive(_ json: [UInt8], _ revision: Int, _ newest: Int, _ number: Int, _ id: SessionID, _ node: Int) {
    guard let receipt = try? JSONValue(parsing: json), let changed = receipt["changed"]?.boolValue,
      let session = receipt["session"]
    else { return fail("n\(node) returned an invalid receipt") }
    if revision < newest { fail("n\(node) returned \(id.text) at \(revision), older than \(newest)") }
    checkState(session.bytes, revision, of: id)
    guard changed else { return settle(number, as: .unchanged) }
    figures.acknowledged += 1
    if case .done(let other) = ledger.attempts[number].outcome, other != revision {
      fail("change \(number) was carried out at revision \(other) and at \(revision)")
    }
    settle(number, as: .done(revision: revision))
  }

  private func receiveReplayed(_ response: StoredResponse, _ revision: Int, _ key: String?, _ number: Int, _ node: Int)
  {
    guard response.status == 200 else { return settle(number, as: .refused) }
    if case .done(let other) = ledger.attempts[number].outcome, other != revision {
      fail("n\(node) replayed the answer to change \(number) at revision \(revision) instead of \(other)")
    }
  }

  /// Records an outcome. A known outcome takes precedence over an unknown one.
  private func settle(_ number: Int, as outcome: NodesLedger.AttemptOutcome) {
    switch ledger.attempts[number].outcome {
    case .running, .unknown: ledger.attempts[number].outcome = outcome
    case .refused, .unchanged, .done: break
    }
  }
}

extension Outcome {
  fileprivate var brief: String {
    switch self {
    case .receipt(_, let revision): "revision \(revision)"
    case .replayed(_, let revision): "again revision \(revision)"
    default: "\(self)"
    }
  }
}
