import Sessions

/// Makes backups of the database.
struct BackupController: Controller {
  let journal: any Journal

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/admin/backups", .admin, .backUp, backUp)]
  }

  /// `POST /v1/admin/backups`: the server chooses the file's path.
  private func backUp(_ exchange: Exchange) async throws(Problem) {
    // A client chooses neither folder nor name, so there is no path to check (docs/decisions/0023).
    guard exchange.request.body.isEmpty else {
      throw Problem(
        400, "unexpected-content",
        "The request has a body; send it without one. The server chooses the name of the backup.")
    }
    // A large database takes long to copy. The copy continues after the deadline.
    let takesLong = Self.takesLong.response(instance: exchange.request.pathText, requestID: exchange.requestID)
    exchange.expectAnswer(within: .seconds(3_600), orElse: takesLong) {}
    switch await journal.backUp() {
    case .made(let backup):
      exchange.send(
        json: [
          "name": .string(backup.name), "size": .integer(Int64(backup.size)), "createdAt": .timestamp(backup.at),
        ], status: 201)
    case .inProgress: throw Self.inProgress
    case .elsewhere: throw Self.elsewhere
    case .failed(let failure): throw Self.problem(failure)
    }
  }

  private static func problem(_ failure: JournalFailure) -> Problem {
    switch failure {
    case .full(let detail): Problem(507, "disk-full", "No backup was made: \(detail).")
    case .unavailable, .damaged, .quarantined, .keyTaken, .overtaken, .unknown, .doneBefore, .mailboxFull:
      Problem(503, "storage-unavailable", "No backup was made: \(failure.reason).")
    }
  }

  private static let inProgress =
    Problem(409, "backup-in-progress", "Another backup is in progress; retry when it has finished.", retryAfter: 1)

  private static let elsewhere = Problem(
    501, "backups-elsewhere",
    "The sessions are in PostgreSQL, which this server cannot back up: use `pg_basebackup` with archived WAL, or `pg_dump` "
      + "from a standby.")

  private static let takesLong = Problem(
    503, "backup-takes-long", "The backup is still in progress; it will be in the folder `backups`.")
}

extension Operation {
  static let backUp = Operation(
    "backUp", "Create a backup of the database",
    "Other requests are not interrupted. The server chooses the name; the request has no body.",
    answers: .json(
      201, .object(["name": .string, "size": .integer(from: 0), "createdAt": .timestamp]), "The backup file"),
    problems: ["unexpected-content", "backup-in-progress", "backups-elsewhere", "backup-takes-long"])
}
