extension BackupController {
  /// The documentation of the routes.
  enum Documentation {
    static let backUp = Operation(
      "backUp", "Makes a backup, while the server goes on", "Takes no body: the server chooses the name.",
      answers: .json(
        201, .object(["name": .string, "size": .integer(from: 0), "createdAt": .timestamp]), "The file that was made"),
      problems: ProblemKind.storage + ProblemKind.named("unexpected-content", "backup-in-progress", "backup-takes-long")
    )
  }
}
