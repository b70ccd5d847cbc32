import JSON
import Sessions

/// Lists and ends the quarantines after traps.
struct QuarantineController: Controller {
  let traps: TrapQuarantine

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/admin/quarantine", .admin, Documentation.list, list),
      ControllerRoute(.delete, "/v1/admin/quarantine/{quarantine}", .admin, Documentation.lift, lift),
    ]
  }

  /// `GET /v1/admin/quarantine`
  private func list(_ exchange: Exchange) {
    exchange.send(json: JSONValue.object(["items": .array(traps.current.map(\.json))]).bytes)
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
