import Foundation
import Testing

@testable import API

@Suite("The inspector", .closesAPIs)
struct InspectorTests {
  private static let inspector = WebFolder.inspector

  private func text(of file: WebFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  @Test("The embedded files equal the files in their folders")
  func complete() throws {
    let root = DocumentTests.root.appending(path: "Sources/WebFiles")
    let paths = ["Demo", "Docs", "Inspector"].flatMap { folder in
      (FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []).map { "\(folder)/\($0)" }
    }
    let files = WebFile.files(below: "")
    let overview = "Docs/llms.txt"
    #expect(files.map(\.path) == paths.filter { $0.contains(".") }.sorted() + [overview], "Run scripts/list-web-files")
    for file in files {
      let place = file.path == overview ? "../../docs/llms.txt" : file.path
      #expect(try Array(Data(contentsOf: root.appending(path: place))) == file.bytes)
    }
  }

  @Test("The inspector's files have at most 250,000 bytes in total")
  func size() {
    #expect(Self.inspector.names.reduce(0) { $0 + (Self.inspector[$1]?.bytes.count ?? 0) } <= 250_000)
  }

  @Test("A file of the inspector names no other origin", arguments: inspector.names)
  func origins(name: String) throws {
    let foreign = /(?:https?:)?\/\/[a-z0-9-]+\.[a-z0-9.-]+/.ignoresCase()
    let file = try #require(Self.inspector[name])
    let named = text(of: file).matches(of: foreign).map { String($0.output) }
    #expect(named.filter { $0 != "http://www.w3.org" } == [])
  }

  @Test("The inspector's page has no inline scripts, styles or event handlers")
  func inline() throws {
    let page = text(of: try #require(Self.inspector["index.html"]))
    for script in page.matches(of: /<script[^>]*>([^<]*)/) {
      #expect(script.output.1.isEmpty && script.output.0.contains("src="))
    }
    #expect(!page.contains("<style") && !page.contains("javascript:"))
    #expect(page.firstMatch(of: /\s(?:style|on[a-z]+)\s*=/) == nil)
  }

  @Test("The inspector's scripts import only existing files", arguments: inspector.names.filter { $0.hasSuffix(".js") })
  func imports(name: String) throws {
    let file = try #require(Self.inspector[name])
    let imported = /(?:\bfrom\s+|^import\s+|\bimport\(\s*)["']([^"'\n]*)["']/.anchorsMatchLineEndings()
    for module in text(of: file).matches(of: imported).map(\.output.1) {
      #expect(module.hasPrefix("./") && Self.inspector[String(module.dropFirst(2))] != nil, "\(name) imports \(module)")
    }
  }

  @Test("The inspector's page loads only existing files")
  func loads() throws {
    let page = text(of: try #require(Self.inspector["index.html"]))
    let loaded = page.matches(of: /<(?:link|script|img)[^>]*\s(?:src|href)="([^"]+)"/).map { String($0.output.1) }
    #expect(loaded.contains("main.js") && loaded.contains("style.css"))
    #expect(loaded.filter { !$0.hasPrefix("data:") && Self.inspector[$0.replacing("./", with: "")] == nil } == [])
  }

  @Test("The inspector's files are served with type, caching and security header fields", arguments: Way.allCases)
  func files(way: Way) async throws {
    let harness = try await openAPI(way)
    let types = ["html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"]
    for name in Self.inspector.names {
      let answer = try await harness.send("GET", name == "index.html" ? "/ui/" : "/ui/" + name)
      #expect(answer.status == 200)
      #expect(answer.body == Self.inspector[name]?.bytes)
      let type = try #require(types[String(name.split(separator: ".").last ?? "")])
      #expect(answer["Content-Type"] == (type == "image/svg+xml" ? type : type + "; charset=utf-8"))
      #expect(answer["X-Content-Type-Options"] == "nosniff")
      #expect(answer["Cache-Control"] == "no-cache")
      expectGuarded(answer)
    }
  }

  @Test("A file of the inspector is sent again only if its entity tag differs", arguments: Way.allCases)
  func tags(way: Way) async throws {
    let harness = try await openAPI(way)
    var tags: Set<String> = []
    for path in ["/ui/", "/ui/main.js", "/ui/style.css"] {
      let tag = try #require(try await harness.send("GET", path)["ETag"])
      let same = try await harness.send("GET", path, nil, "If-None-Match: \(tag)")
      #expect(same.status == 304 && same.body.isEmpty && same["ETag"] == tag)
      expectGuarded(same)
      #expect(try await harness.send("GET", path, nil, "If-None-Match: \"x\"").status == 200)
      tags.insert(tag)
    }
    #expect(tags.count == 3)
  }

  @Test("The path /ui redirects to /ui/, which also answers HEAD", arguments: Way.allCases)
  func redirect(way: Way) async throws {
    let harness = try await openAPI(way)
    let redirect = try await harness.send("GET", "/ui")
    #expect(redirect.status == 308 && redirect["Location"] == "ui/")
    let (get, head) = (try await harness.send("GET", "/ui/"), try await harness.send("HEAD", "/ui/"))
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head["Content-Length"] == "\(get.body.count)" && head["ETag"] == get["ETag"])
  }

  @Test("An unknown UI file is not found", arguments: ["nope.js", "..%2Fmain.js", "%FF", "INDEX.HTML", "main.js%00"])
  func unknown(name: String) async throws {
    let harness = try await openAPI(.inProcess)
    try expectProblem(try await harness.send("GET", "/ui/" + name), 404, "no-such-file")
    try expectProblem(try await harness.send("GET", "/ui/views/main.js"), 404, "no-such-path")
  }

  @Test("A file of the inspector is served regardless of the Accept field")
  func accepts() async throws {
    let harness = try await openAPI(.inProcess)
    for accept in ["text/css,*/*;q=0.1", "image/avif,image/svg+xml", "text/css", "application/json"] {
      let answer = try await harness.send("GET", "/ui/style.css", nil, "Accept: \(accept)")
      #expect(answer.status == 200)
    }
  }
}

/// Expects the header fields of a page and its files, which permit nothing but the files of this server.
func expectGuarded(_ answer: Answer) {
  #expect(
    answer["Content-Security-Policy"]
      == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
      + "font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  #expect(answer["Referrer-Policy"] == "no-referrer")
  #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin")
  #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
}
