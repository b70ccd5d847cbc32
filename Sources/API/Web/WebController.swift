/// Serves a page and its files. They are public; the data that they show is requested as any client does.
struct WebController: Controller {
  /// Loaded with the first request.
  private let folder: @Sendable () -> WebFolder
  private let path: String
  private let redirect: Operation
  private let page: Operation
  /// The documentation of the files, by their folders.
  private let files: KeyValuePairs<String, Operation>

  /// The inspector.
  static let inspector = WebController(
    folder: { .inspector }, path: "/ui", redirect: .findInspector, page: .readInspector,
    files: ["": .file("readInspectorFile", "Read a file of the inspector", [.html, .css, .javaScript, .svg])])

  /// The demo.
  static let demo = WebController(
    folder: { .demo }, path: "/demo", redirect: .findDemo, page: .readDemo,
    files: [
      "": .demoFile("readDemoFile", "Read a file of the demo"),
      "client/": .demoFile("readDemoClientFile", "Read a file of the client library"),
      "client/prediction/": .demoFile(
        "readDemoPredictionFile", "Read a file of the client library's prediction"),
    ])

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, path, .open, content: .file, redirect) { exchange in
        folder().redirect(exchange)
      },
      ControllerRoute(.get, path + "/", .open, content: .html, page) { exchange throws(Problem) in
        try folder().send("index.html", exchange)
      },
    ]
      + files.map { prefix, documentation in
        ControllerRoute(.get, "\(path)/\(prefix){file}", .open, content: .file, documentation) {
          exchange throws(Problem) in
          try folder().send(prefix + (exchange.parameters["file", exchange.request] ?? ""), exchange)
        }
      }
  }
}

/// The app of the demo.
package enum Demo {
  /// The definition, as JSON.
  package static var definition: [UInt8] { WebFolder.demo["app.json"]?.bytes ?? [] }
}

extension Operation {
  static let findInspector = Operation(
    "findInspector", "Redirect to the inspector", answers: .empty(308, "A redirect to `/ui/`"))

  static let readInspector = page("readInspector", "Read the page of the inspector")

  static let findDemo = Operation(
    "findDemo", "Redirect to the demo", answers: .empty(308, "A redirect to `/demo/`"))

  static let readDemo = page("readDemo", "Read the page of the demo")

  /// A page of HTML.
  static func page(_ id: String, _ summary: String) -> Operation {
    Operation(
      id, summary, fields: [.anyTag], answers: .content(.html, "The page", fields: ["ETag"]), .notModified)
  }

  /// The files of a page.
  static func file(_ id: String, _ summary: String, _ contents: [Endpoint.Content]) -> Operation {
    Operation(
      id, summary, fields: [.anyTag],
      answers: Operation.Reply(
        status: 200, detail: "The file", contents: contents.map { ($0, .string) }, fields: ["ETag"]), .notModified,
      problems: ["no-such-file"])
  }

  fileprivate static func demoFile(_ id: String, _ summary: String) -> Operation {
    file(id, summary, [.html, .css, .javaScript, .json])
  }
}
