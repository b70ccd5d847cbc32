extension IndexController {
  /// The documentation of the routes.
  enum Documentation {
    static let readIndex = Operation(
      "readIndex", "Read the name, the version and the main paths of the server",
      "A client that prefers `text/html`, such as a browser, is redirected to the inspector.",
      answers: .json(200, .ref("Index"), "The server"), .empty(303, "A redirect to `/ui/`"))
  }
}
