extension BackupController {
  /// The documentation of the routes.
  enum Documentation {
    static let backUp = Operation(
      "backUp", "Create a backup of the database",
      "Other requests are not interrupted. The server chooses the name; the request has no body.",
      answers: .json(
        201, .object(["name": .string, "size": .integer(from: 0), "createdAt": .timestamp]), "The backup file"),
      problems: ProblemKind.storage
        + ProblemKind.named("unexpected-content", "backup-in-progress", "backups-elsewhere", "backup-takes-long")
    )
  }
}
