extension AppSchemaController {
  /// The documentation of the routes.
  enum Documentation {
    static let readSchema = Operation(
      "readSchema", "What can be done in an app, and what its screens are",
      "A JSON Schema (2020-12) of its actions; routes, params and states are in `$defs`.",
      query: [.version],
      answers: Operation.Reply(status: 200, detail: "The schema", contents: [(.schema, .open), (.json, .open)]),
      problems: ProblemKind.appReading)

    static let readGraph = Operation(
      "readGraph", "The screens of an app, and the ways between them",
      "As a flowchart of Mermaid for those who like `text/vnd.mermaid` or `text/plain` best.",
      query: [.version],
      answers: Operation.Reply(
        status: 200, detail: "The graph", contents: [(.json, .ref("Graph")), (.mermaid, .string), (.text, .string)]),
      problems: ProblemKind.appReading)
  }
}
