import JSON
import Sessions

extension Simulation {
  func create() {
    guard ledger.present().count < 12 else { return }
    ledger.wishes.append(Ledger.Wish(app: chance.upTo(apps.count) - 1, askedAt: now))
    make(ledger.wishes.count - 1, withKey: chance.once(in: 2))
  }

  /// Repeats the last creation under its idempotency key, whether it was answered or not.
  func createAgain() {
    guard let wish = ledger.wishes.last, abs(now - wish.askedAt) < 12 * 3_600_000 else { return }
    ledger.wishes[ledger.wishes.count - 1].running += 1
    make(ledger.wishes.count - 1, withKey: true)
  }

  private func make(_ number: Int, withKey: Bool) {
    guard let registry = machine?.registry else { return }
    let (life, app) = (life, ledger.wishes[number].app)
    let key = IdempotencyKey(text: "c\(number)", fingerprint: [UInt8(truncatingIfNeeded: number)]) { refused in
      StoredResponse(status: 409, body: Array(refused.refusal.code.utf8))
    }
    let request = CreationRequest(app: apps[app].app, tokenHash: [1], key: withKey ? key : nil) {
      StoredResponse(status: 201, body: $0)
    }
    Task.inline { [self] in
      let creation = await registry.create(request)
      guard isHeard(life) else { return }
      ledger.wishes[number].running -= 1
      created(creation, of: app, from: nil)
      if withKey { fulfil(number, creation) }
    }
  }

  /// Checks that a creation under a key made one session.
  private func fulfil(_ number: Int, _ creation: Creation) {
    let id: SessionID
    switch creation {
    case .created(let made, _, _): id = made
    case .replayed(let answer):
      figures.replayed += 1
      guard let made = (try? JSONValue(parsing: answer.body))?["id"]?.stringValue.flatMap({ SessionID($0) }) else {
        return fail("the answer to creation c\(number) names no session")
      }
      id = made
    default: return
    }
    if let made = ledger.wishes[number].made, made != id { fail("key c\(number) made \(made.text) and \(id.text)") }
    ledger.wishes[number].made = id
  }

  func fork(_ source: SessionID) {
    guard let registry = machine?.registry, let session = ledger.sessions[source], ledger.present().count < 12 else {
      return
    }
    let revision = chance.upTo(session.certain)
    let life = life
    let app = session.app
    Task.inline { [self] in
      do throws(OutcomeError) {
        let (_, creation) = try await registry.fork(source, at: revision, isFromBackend: true) { app, tree in
          CreationRequest(app: app, tree: tree, tokenHash: [1], key: nil) { StoredResponse(status: 201, body: $0) }
        }
        if isHeard(life) { created(creation, of: app, from: ledger.sessions[source]?.told[revision]) }
      } catch {
        if isHeard(life), case .notFound = error.outcome { beGone(source) }
      }
    }
  }

  /// - Parameter origin: The JSON of the forked revision as a client received it; nil: there is none.
  private func created(_ creation: Creation, of app: Int, from origin: [UInt8]?) {
    say("a creation is answered \(String("\(creation)".prefix(80)))")
    switch creation {
    case .created(let id, let answer, let revision):
      ledger.add(id, of: app)
      tell(id, revision, answer.body)
      trace.add(answer.body)
      if let origin, Self.navigation(origin) != Self.navigation(Self.withoutAbilities(answer.body)) {
        fail("the fork \(id.text) differs from its source")
      }
    case .replayed(let answer):
      guard let id = (try? JSONValue(parsing: answer.body))?["id"]?.stringValue.flatMap({ SessionID($0) }) else {
        break
      }
      if !ledger.born.contains(id) { fail("a creation was answered with \(id.text), which was never created") }
      ledger.add(id, of: app)
      if ledger.sessions[id]?.isGone == false { tell(id, 1, answer.body) }
    case .journalBusy, .failed, .keyInProgress: break
    default: fail("a creation has the unexpected outcome \(creation)")
    }
  }

  /// Returns the JSON from the navigation tree to the end.
  private static func navigation(_ json: [UInt8]) -> String {
    let text = String(decoding: json, as: UTF8.self)
    return text.components(after: #","navigation":"#)
  }

  func delete(_ id: SessionID) {
    guard let registry = machine?.registry else { return }
    ledger.sessions[id]?.mayBeGone = true
    say("delete \(id.text)")
    let life = life
    Task.inline { [self] in
      let outcome = await registry.delete(id)
      guard isHeard(life) else { return }
      say("delete \(id.text) is answered \(outcome.summary)")
      switch outcome {
      case .deleted: ledger.sessions[id]?.isGone = true
      case .notFound, .failed, .journalBusy: break
      default: fail("a deletion of \(id.text) has the unexpected outcome \(outcome)")
      }
    }
  }
}

extension String {
  fileprivate func components(after mark: String) -> String {
    guard let range = firstRange(of: mark) else { return self }
    return String(self[range.upperBound...])
  }
}
