import JSON
import Sessions

extension AppController {
  /// The rollout of an app: the versions that its new sessions get.
  var rolloutRoutes: [ControllerRoute] {
    let path = "/v1/apps/{app}/rollout"
    return [
      ControllerRoute(.get, path, .admin, scopes: .readingApps, .readRollout, readRollout),
      ControllerRoute(.put, path, .admin, scopes: .changingApps, .setRollout, setRollout),
      ControllerRoute(.delete, path, .admin, scopes: .changingApps, .removeRollout, removeRollout),
    ]
  }

  /// `GET /v1/apps/{app}/rollout`
  private func readRollout(_ exchange: Exchange) throws(Problem) {
    _ = try apps.entry(for: exchange)
    guard let rollout = catalogue.rollout(of: exchange.appName) else { throw .noRollout(of: exchange.appName) }
    exchange.send(json: rollout.text)
  }

  /// `PUT /v1/apps/{app}/rollout`: `{"current", "next"?, "percent"?, "by"?}`
  private func setRollout(_ exchange: Exchange) async throws(Problem) {
    let name = exchange.appName
    let body = try exchange.object(["current", "next", "percent", "by"])
    let rollout = try await change(name) { () async throws(Problem) in
      _ = try apps.entry(for: exchange)
      let rollout = try RolloutReader(body: body, app: name, versions: catalogue.versions(of: name)).rollout()
      try await Problem.ifNotStored(.rollout(rollout, of: name), in: journal)
      catalogue.set(rollout, of: name)
      return rollout
    }
    exchange.send(json: rollout.text)
  }

  /// `DELETE /v1/apps/{app}/rollout`: new sessions get the newest version.
  private func removeRollout(_ exchange: Exchange) async throws(Problem) {
    let name = exchange.appName
    try await change(name) { () async throws(Problem) in
      _ = try apps.entry(for: exchange)
      guard catalogue.rollout(of: name) != nil else { throw .noRollout(of: name) }
      try await Problem.ifNotStored(.rollout(nil, of: name), in: journal)
      catalogue.set(nil, of: name)
    }
    exchange.send(.empty(204))
  }
}

/// Reads the body of a rollout.
private struct RolloutReader {
  let body: JSONObject
  let app: String
  /// The versions that are open to new sessions.
  let versions: [Int]

  func rollout() throws(Problem) -> Rollout {
    guard let current = try version("current") else {
      throw .fault("missing-member", "`current` is required: the version that new sessions get.", at: "current")
    }
    guard let next = try version("next") else {
      for name in ["percent", "by"] where body[name] != nil {
        throw .fault(
          "bad-member", "`\(name)` needs `next`, the version that a share of the new sessions gets.", at: name)
      }
      return Rollout(current: current)
    }
    guard next != current else {
      throw .fault("bad-member", "`next` must be another version than `current`; both are \(next).", at: "next")
    }
    return Rollout(current: current, next: next, share: try share(), by: try subject())
  }

  private func version(_ name: String) throws(Problem) -> Int? {
    let known = versions.suffix(20).map(String.init).joined(separator: ", ")
    return try body.value(name, "a version of \"\(app)\", which has \(known)") { json in
      json.integerValue.flatMap { Int(exactly: $0) }.flatMap { versions.contains($0) ? $0 : nil }
    }
  }

  private func share() throws(Problem) -> Int {
    try body.value("percent", "a number from 0 to 100 with at most two decimals") {
      $0.numberValue.flatMap(Rollout.share(ofPercent:))
    } ?? 0
  }

  private func subject() throws(Problem) -> Rollout.Subject {
    try body.value("by", "\"key\" or \"session\"") { $0.stringValue.flatMap(Rollout.Subject.init) } ?? .key
  }
}

extension Problem {
  fileprivate static func noRollout(of app: String) -> Problem {
    Problem(
      404, "no-such-rollout",
      "The app \"\(app.prefix(80))\" has no rollout: new sessions get its newest version. Set one with `PUT`.")
  }
}
