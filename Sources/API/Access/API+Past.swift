import HTTP

extension API {
  /// Refuses to show or restore a session's past where only the admin may do so.
  func checkMayLookBack(_ exchange: Exchange) throws(Problem) {
    guard mayLookBack(exchange) else { throw .undoOff }
  }

  func mayLookBack(_ exchange: Exchange) -> Bool {
    configuration.allowsClientUndo || isAdmin(exchange)
  }
}

extension Problem {
  fileprivate static let undoOff = Problem(
    403, "undo-off",
    "This server keeps the past of a session from clients: no undo, redo, jump, history, outputs of before, revisions or "
      + "export. The admin's token allows them.")
}
