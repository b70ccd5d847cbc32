import Foundation
import Testing

@Suite("The validate command")
struct ValidateTests {
  private static let shop =
    #"{"app": "shop", "version": 3, "root": {"kind": "stack"}, "routes": {"home": {}, "item": {}}}"#

  private func withFile(_ content: String, _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      try Data(content.utf8).write(to: URL(filePath: folder + "/app.json"))
      try body(folder + "/app.json")
    }
  }

  @Test("`navstate validate` prints the app, the version and the number of routes")
  func right() throws {
    try withFile(Self.shop) { file in
      let line = "\(file): app \"shop\" version 3, 2 routes\n"
      let (one, two) = (try BuiltProgram.run("validate", file), try BuiltProgram.run("validate", file, file))
      #expect(one == .init(status: 0, output: line, errors: ""))
      #expect(two == .init(status: 0, output: line + line, errors: ""))
    }
    try withFile(Self.shop.replacing(#", "item": {}"#, with: "")) { file in
      let ending = try BuiltProgram.run("validate", file)
      #expect(ending.output == "\(file): app \"shop\" version 3, 1 route\n")
    }
  }

  @Test("`navstate validate` reads standard input")
  func standardInput() throws {
    let right = try BuiltProgram.run("validate", "-", input: Self.shop)
    #expect(right == .init(status: 0, output: "-: app \"shop\" version 3, 2 routes\n", errors: ""))
    let empty = try BuiltProgram.run("validate", "-")
    #expect(empty.status == 1)
    #expect(empty.output.hasPrefix("-:1:1: "))
  }

  @Test("`navstate validate` prints each fault with file, line, column and pointer, in text order")
  func faults() throws {
    let faulty = """
      {
        "app": "shop", "version": 0,
        "root": { "kind": "stak" },
        "routes": { "home": { "to": ["x"], "tO": [] } }
      }
      """
    try withFile(faulty) { file in
      let ending = try BuiltProgram.run("validate", file)
      #expect(ending.status == 1)
      #expect(ending.errors.isEmpty)
      let lines = ending.output.split(separator: "\n")
      let places = ["2:29: /version", "3:21: /root/kind", "4:32: /routes/home/to/0", "4:44: /routes/home/tO"]
      #expect(lines.count == places.count)
      for (line, place) in zip(lines, places) { #expect(line.hasPrefix("\(file):\(place): ")) }
    }
  }

  @Test(
    "`navstate validate` prints the position in a text that is not a JSON object",
    arguments: [
      ("{\"app\":\n  nul}", "2:3: "), ("{\"é\": 1,}", "1:9: "), ("{} x", "1:4: "),
      ("[]", "1:1: A definition must be an object"),
      (String(repeating: "[", count: 65), "1:65: "),
    ])
  func syntax(text: String, says: String) throws {
    let ending = try BuiltProgram.run("validate", "-", input: text)
    #expect(ending.status == 1)
    #expect(ending.output.hasPrefix("-:\(says)"), "\(ending.output)")
    #expect(ending.output.split(separator: "\n").count == 1)
  }

  @Test("`navstate validate` rejects the name of an app that is compiled into the server")
  func compiled() throws {
    let ending = try BuiltProgram.run("validate", "-", input: Self.shop.replacing("shop", with: "counter"))
    #expect(ending.output == "-:1:9: /app: \"counter\" is compiled into the server; choose another name.\n")
    #expect(ending.status == 1)
  }

  @Test("`navstate validate` escapes control characters of a definition")
  func controlCharacters() throws {
    let name = #"a\u001b[2J\n\u009b\u007f"#
    let faulty = Self.shop.replacing("item", with: name)
    let ending = try BuiltProgram.run("validate", "-", input: faulty)
    #expect(ending.output.contains(#"/routes/a\u001b[2J\u000a\u009b\u007f: "#), "\(ending.output)")
    #expect(!ending.output.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test("`navstate validate` continues after a file that cannot be read")
  func unreadable() throws {
    try withFile(Self.shop) { file in
      let ending = try BuiltProgram.run("validate", "/nonexistent", "/", file)
      #expect(ending.status == 1)
      #expect(ending.output == "\(file): app \"shop\" version 3, 2 routes\n")
      let complaints = ending.errors.split(separator: "\n")
      #expect(complaints.count == 2)
      for (complaint, path) in zip(complaints, ["/nonexistent", "/"]) {
        #expect(complaint.hasPrefix("navstate: \(path) cannot be read: "))
      }
    }
  }
}
