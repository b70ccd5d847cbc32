extension DemoController {
  /// The documentation of the routes.
  enum Documentation {
    static let redirect = Operation(
      "findDemo", "Redirect to the demo", answers: .empty(308, "A redirect to `/demo/`"))

    static let readPage = Operation(
      "readDemo", "Read the page of the demo", fields: [.anyTag],
      answers: .content(.html, "The page", fields: ["ETag"]), .notModified)

    static let readFile = readsFile("readDemoFile", "Read a file of the demo")
    static let readClientFile = readsFile("readDemoClientFile", "Read a file of the client library")
    static let readPredictionFile = readsFile(
      "readDemoPredictionFile", "Read a file of the client library's prediction")

    private static func readsFile(_ name: String, _ summary: String) -> Operation {
      Operation(
        name, summary, fields: [.anyTag],
        answers: Operation.Reply(
          status: 200, detail: "The file", contents: [.html, .css, .javaScript, .json].map { ($0, .string) },
          fields: ["ETag"]), .notModified,
        problems: ProblemKind.named("no-such-file"))
    }
  }
}
