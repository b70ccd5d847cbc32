extension DocumentationController {
  /// The documentation of the routes.
  enum Documentation {
    static let readOpenAPI = Operation(
      "readDocument", "This document", "Made from the table of routes, and from the apps that there are.",
      fields: [.anyTag],
      answers: .json(200, .open, "OpenAPI 3.1", fields: ["ETag"]), .notModified)

    static let readPage = Operation(
      "readPage", "This document as a page",
      fields: [.anyTag],
      answers: .content(.html, "The page", fields: ["ETag"]), .notModified)

    static let readStyle = Operation(
      "readStyle", "How the pages look",
      answers: .content(.css, "A style sheet"))

    static let readProblem = Operation(
      "readProblem", "What a problem is, and what would help", "As a page for those who like `text/html` best.",
      answers: Operation.Reply(
        status: 200, detail: "The explanation", contents: [(.json, .ref("ProblemKind")), (.html, .string)]),
      problems: ProblemKind.named("no-such-problem"))
  }
}
