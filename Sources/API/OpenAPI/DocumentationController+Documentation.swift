extension DocumentationController {
  /// The documentation of the routes.
  enum Documentation {
    static let readOpenAPI = Operation(
      "readDocument", "Read this document", "Generated from the routes and the apps of the server.",
      fields: [.anyTag],
      answers: .json(200, .open, "OpenAPI 3.1", fields: ["ETag"]), .notModified)

    static let readAppSchema = Operation(
      "readAppSchema", "Read the JSON Schema of app definitions",
      "With `$schema` in a definition, editors complete and check it.",
      fields: [.anyTag],
      answers: .json(200, .open, "JSON Schema (2020-12)", fields: ["ETag"]), .notModified)

    static let readPage = Operation(
      "readPage", "Read the page that shows this document",
      fields: [.anyTag],
      answers: .content(.html, "The page", fields: ["ETag"]), .notModified)

    static let readOverview = Operation(
      "readOverview", "Read an overview for language models",
      "In the form that llmstxt.org describes: the essential requests, and where to read more.",
      fields: [.anyTag],
      answers: .content(.text, "The overview", fields: ["ETag"]), .notModified)

    static let readFile = Operation(
      "readPageFile", "Read a file of the pages of the documentation",
      fields: [.anyTag],
      answers: Operation.Reply(
        status: 200, detail: "The file", contents: [.html, .css, .javaScript].map { ($0, .string) },
        fields: ["ETag"]), .notModified,
      problems: ProblemKind.named("no-such-file"))

    static let readProblem = Operation(
      "readProblem", "Explain a problem", "With `Accept: text/html`, the response is a page that shows it.",
      fields: [.anyTag],
      answers: Operation.Reply(
        status: 200, detail: "The explanation", contents: [(.json, .ref("ProblemKind")), (.html, .string)]),
      .notModified,
      problems: ProblemKind.named("no-such-problem"))
  }
}
