import HTTP

/// A folder of embedded files, as served below a path. Takes memory for all of them, from the first use on.
struct WebFolder: Sendable {
  /// The folder in `Sources/WebFiles`.
  let name: String
  /// The path without slashes, such as `ui`.
  let path: String
  let policy: String

  private let files: [String: WebFile]

  init(_ name: String, at path: String, policy: String) {
    (self.name, self.path, self.policy) = (name, path, policy)
    let inside = WebFile.files(below: name + "/")
    files = Dictionary(inside.map { (String($0.path.dropFirst(name.count + 1)), $0) }) { first, _ in first }
  }

  /// The names of the files, with those of their folders.
  var names: [String] { files.keys.sorted() }

  subscript(name: String) -> WebFile? { files[name] }

  /// Redirects to the page. The redirect is relative, since a proxy may serve this server below a path prefix.
  func redirect(_ exchange: Exchange) {
    var response = Response.empty(308)
    response.fields.append("Location", path + "/")
    response.fields.append(policy: policy)
    exchange.send(response)
  }

  /// Sends a file, unless the browser has it.
  ///
  /// - Parameter field: The field of the request that decides whether the file is sent.
  func send(_ name: String, _ exchange: Exchange, varyingBy field: String? = nil) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    guard let file = files[name] else {
      throw Problem(404, "no-such-file", "No file has the name \"\(name.prefix(80))\"; open `/\(path)/`.")
    }
    exchange.send(
      file: file.bytes, tag: file.tag, as: file.content, policy: policy, varyingBy: field, unless: condition)
  }
}

extension WebFolder {
  /// The inspector. Only files of this server and no inline scripts: a script injected through displayed data does not
  /// run.
  static let inspector = WebFolder("Inspector", at: "ui", policy: policy(frames: "'none'"))

  /// The pages of the documentation, with `docs/llms.txt` of the repository.
  static let documentation = WebFolder("Docs", at: "docs", policy: policy(frames: "'none'"))

  /// The demo, whose page has its devices in frames.
  static let demo = WebFolder("Demo", at: "demo", policy: policy(frames: "'self'"))

  /// A policy that permits nothing but the files of this server.
  ///
  /// - Parameter frames: The sources of pages in frames, and the pages that may have these in frames.
  private static func policy(frames: String) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
      + (frames == "'none'" ? "" : "frame-src \(frames); ")
      + "font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors \(frames)"
  }
}
