import Dispatch
import JSON
import Sessions

extension Serve {
  /// Reports traps of this process from now on, and quarantines what ended earlier ones.
  static func quarantineAfterTraps(_ configuration: Configuration, _ log: Log) -> TrapQuarantine {
    let now = wallClock()
    let file = TrapFile(in: configuration.data, at: now, log)
    for trap in file.newTraps { log(.error, "a trap ended an earlier process", trap.fields) }
    // Quarantines begin with a start only, so that a session in quarantine is never in memory (docs/decisions/0092).
    let items = QuarantineItem.items(after: file.records, at: now)
    for item in items { log(.error, "quarantined after traps", item.json.objectValue ?? [:]) }
    file.reportTraps(like: log)
    return TrapQuarantine(items, now: wallClock) { id, now in file.append(.lift(id: id, at: now)) }
  }

  /// Compiles stored definitions whose quarantine has ended, once a second.
  static func releaseRegularly(_ catalogue: AppCatalogue, _ log: Log) -> (any DispatchSourceTimer)? {
    guard !catalogue.traps.current.isEmpty else { return nil }
    return repeating(everyMilliseconds: 1_000, from: .now()) { _ in
      add(catalogue.takeReleased(), to: catalogue) { app, reason in logDamaged(app, reason, log) }
    }
  }
}

extension Trap {
  fileprivate var fields: JSONObject {
    var fields: JSONObject = ["at": .string(JSONTimestamp.text(at)), "signal": .string(signal)]
    fields["requestId"] = request.map(JSONValue.string)
    fields["subject"] = subject.map { .string($0.id) }
    fields["app"] = app.map(JSONValue.string)
    fields["action"] = action.map(JSONValue.string)
    return fields
  }
}
