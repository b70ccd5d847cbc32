extension AppSchemaController {
  /// The documentation of the routes.
  enum Documentation {
    static let readSchema = Operation(
      "readSchema", "Read the schema of an app's actions and screens",
      "A JSON Schema (2020-12) of the actions. Routes, params and states are in `$defs`.",
      query: [.version],
      answers: Operation.Reply(status: 200, detail: "The schema", contents: [(.schema, .open), (.json, .open)]),
      problems: ProblemKind.appReading + ProblemKind.named("quarantined"))

    static let readGraph = Operation(
      "readGraph", "Read the screens of an app and the transitions between them",
      "With `Accept: text/vnd.mermaid` or `text/plain`, the response is a Mermaid flowchart.",
      query: [.version],
      answers: Operation.Reply(
        status: 200, detail: "The graph", contents: [(.json, .ref("Graph")), (.mermaid, .string), (.text, .string)]),
      problems: ProblemKind.appReading + ProblemKind.named("quarantined", "graph-too-large"))
  }
}
