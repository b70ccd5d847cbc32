import HTTP

/// Serves the pages of the demo. They are public, and create sessions as any client does.
struct DemoController: Controller {
  /// Loaded with the first request.
  private var folder: WebFolder { .demo }

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/demo", .open, content: .file, Documentation.redirect) { exchange in
        folder.redirect(exchange)
      },
      ControllerRoute(.get, "/demo/", .open, content: .html, Documentation.readPage) { exchange throws(Problem) in
        try folder.send("index.html", exchange)
      },
      file("/demo/{file}", below: "", Documentation.readFile),
      file("/demo/client/{file}", below: "client/", Documentation.readClientFile),
      file("/demo/client/prediction/{file}", below: "client/prediction/", Documentation.readPredictionFile),
    ]
  }

  private func file(_ path: String, below prefix: String, _ documentation: Operation) -> ControllerRoute {
    ControllerRoute(.get, path, .open, content: .file, documentation) { exchange throws(Problem) in
      try folder.send(prefix + (exchange.parameters["file", exchange.request] ?? ""), exchange)
    }
  }
}

/// The app of the demo.
package enum Demo {
  /// The definition, as JSON.
  package static var definition: [UInt8] { WebFolder.demo["app.json"]?.bytes ?? [] }
}
