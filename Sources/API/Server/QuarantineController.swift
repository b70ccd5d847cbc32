import Sessions

/// Lists and ends the quarantines after traps.
struct QuarantineController: Controller {
  let traps: TrapQuarantine

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/admin/quarantine", .admin, .listQuarantine, list),
      ControllerRoute(.delete, "/v1/admin/quarantine/{quarantine}", .admin, .liftQuarantine, lift),
    ]
  }

  /// `GET /v1/admin/quarantine`
  private func list(_ exchange: Exchange) {
    exchange.send(json: ["items": .array(traps.current.map(\.json))])
  }

  /// `DELETE /v1/admin/quarantine/{quarantine}`
  private func lift(_ exchange: Exchange) throws(Problem) {
    let id = exchange.parameters["quarantine", exchange.request] ?? ""
    switch traps.lift(id) {
    case .lifted: exchange.send(.empty(204))
    case .absent:
      throw Problem(
        404, "not-quarantined",
        "\"\(id.prefix(80))\" is not quarantined; `GET /v1/admin/quarantine` lists the quarantines.")
    case .unstored:
      throw Problem(
        503, "storage-unavailable",
        "The quarantine was not ended, since the data folder cannot be written. Free disk space, and retry.",
        retryAfter: 1)
    }
  }
}

extension Operation {
  static let listQuarantine = Operation(
    "listQuarantine", "List what is quarantined after traps",
    "A session, the creations of an app, a definition or an import that ended the server process twice within ten "
      + "minutes gets 503 `quarantined` for an hour; so does an app with three such sessions.",
    answers: .json(200, .ref("QuarantineList"), "The quarantines, oldest first"))

  static let liftQuarantine = Operation(
    "liftQuarantine", "End a quarantine",
    "Held timers, messages and answers of calls follow within a minute.",
    answers: .empty(204, "It is served again"),
    problems: ["not-quarantined"])
}
