extension InspectorController {
  /// The documentation of the routes.
  enum Documentation {
    static let redirect = Operation(
      "findInspector", "Redirect to the inspector",
      answers: .empty(308, "A redirect to `/ui/`"))

    static let readPage = Operation(
      "readInspector", "Read the page of the inspector",
      fields: [.anyTag],
      answers: .content(.html, "The page", fields: ["ETag"]), .notModified)

    static let readFile = Operation(
      "readInspectorFile", "Read a file of the inspector",
      fields: [.anyTag],
      answers: Operation.Reply(
        status: 200, detail: "The file", contents: [.html, .css, .javaScript, .svg].map { ($0, .string) },
        fields: ["ETag"]), .notModified,
      problems: ProblemKind.named("no-such-file"))
  }
}
