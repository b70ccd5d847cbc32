extension InspectorController {
  /// The documentation of the routes.
  enum Documentation {
    static let redirect = Operation(
      "findInspector", "Redirects to the inspector",
      answers: .empty(308, "A redirect to `/ui/`"))

    static let readPage = Operation(
      "readInspector", "Reads the page of the inspector",
      fields: [.anyTag],
      answers: .content(.html, "The page", fields: ["ETag"]), .notModified)

    static let readFile = Operation(
      "readInspectorFile", "Reads a file of the inspector",
      fields: [.anyTag],
      answers: Operation.Reply(
        status: 200, detail: "The file", contents: [.html, .css, .javaScript, .svg].map { ($0, .string) },
        fields: ["ETag"]), .notModified,
      problems: ProblemKind.named("no-such-file"))
  }
}
