/// Parses definitions like the server, and prints a summary of each, or its faults.
struct Validate {
  let program: ServerProgram

  func run(_ files: ArraySlice<String>) throws(UsageError) -> Int32 {
    try Arguments.checkFiles(
      files, of: "validate", need: "a definition: \(program.name) validate FILE, or - for standard input")
    return files.map(isRight).allSatisfy { $0 } ? 0 : 1
  }

  private func isRight(_ name: String) -> Bool {
    do {
      try summarize(DefinitionFile(name: name, bytes: try File.operand(name)))
      return true
    } catch let error as UsageError {
      program.complain(error.message)
    } catch {
      print(error)
    }
    return false
  }

  private func summarize(_ file: DefinitionFile) throws(FaultyDefinition) {
    let definition = try file.definition(program)
    for line in try file.warnings(of: definition) { print(line) }
    let app = definition.app
    let count = app.routes.count == 1 ? "1 route" : "\(app.routes.count) routes"
    print("\(file.name): app \"\(app.name)\" version \(app.version), \(count)")
  }
}
