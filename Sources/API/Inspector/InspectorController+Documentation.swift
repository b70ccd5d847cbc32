extension InspectorController {
  /// The documentation of the routes.
  enum Documentation {
    static let redirect = Operation(
      "findInspector", "Leads to the inspector",
      answers: .empty(308, "It is at `/ui/`"))

    static let readPage = Operation(
      "readInspector", "The inspector: sessions, seen and used",
      fields: [.anyTag],
      answers: .content(.html, "The page", fields: ["ETag"]), .notModified)

    static let readFile = Operation(
      "readInspectorFile", "A file of the inspector",
      fields: [.anyTag],
      answers: Operation.Reply(
        status: 200, detail: "The file", contents: [.html, .css, .javaScript, .svg].map { ($0, .string) },
        fields: ["ETag"]), .notModified,
      problems: ProblemKind.named("no-such-file"))
  }
}
