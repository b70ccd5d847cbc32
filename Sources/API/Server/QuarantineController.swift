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
        404, "not-quarantined", "\"\(id.prefix(80))\" is not quarantined; `GET /v1/admin/quarantine` lists what is.")
    case .unstored:
      throw Problem(
        503, "storage-unavailable", "The end of the quarantine cannot be written to the data folder, so it goes on.",
        retryAfter: 1)
    }
  }
}
