/// Parses definitions like the server, and prints a summary of each, or its faults.
struct Validate {
  let program: ServerProgram

  func run(_ files: ArraySlice<String>) throws(UsageError) -> Int32 {
    guard !files.isEmpty else {
      throw UsageError("validate needs a definition: \(program.name) validate FILE, or - for standard input")
    }
    if let option = files.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw UsageError("validate has no option \"\(option)\"; for a file of that name use ./\(option)")
    }
    return files.map(isRight).allSatisfy { $0 } ? 0 : 1
  }

  private func isRight(_ name: String) -> Bool {
    let bytes: [UInt8]
    do throws(UsageError) {
      bytes = try name == "-" ? File.readStandardInput() : File.read(name)
    } catch {
      program.complain(error.message)
      return false
    }
    do throws(FaultyDefinition) {
      try summarize(DefinitionFile(name: name, bytes: bytes))
      return true
    } catch {
      print(error)
      return false
    }
  }

  private func summarize(_ file: DefinitionFile) throws(FaultyDefinition) {
    let definition = try file.definition(program)
    for line in try file.warnings(of: definition) { print(line) }
    let app = definition.app
    let count = app.routes.count == 1 ? "1 route" : "\(app.routes.count) routes"
    print("\(file.name): app \"\(app.name)\" version \(app.version), \(count)")
  }
}
