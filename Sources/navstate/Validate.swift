import Apps

/// Reads definitions as the server would, and says of each what it is, or what is wrong with it.
enum Validate {
  static func run(_ files: ArraySlice<String>) throws(UsageError) -> Int32 {
    guard !files.isEmpty else {
      throw UsageError("validate needs the definition's file: navstate validate FILE, or - for standard input")
    }
    if let option = files.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw UsageError("there is no option \"\(option)\" of validate; a file of that name is ./\(option)")
    }
    return files.map(isRight).allSatisfy { $0 } ? 0 : 1
  }

  private static func isRight(_ name: String) -> Bool {
    let bytes: [UInt8]
    do throws(UsageError) {
      bytes = try name == "-" ? File.readStandardInput() : File.read(name)
    } catch {
      Command.complain(error.message)
      return false
    }
    do throws(FaultyDefinition) {
      let app = try DefinitionFile(name: name, bytes: bytes).definition().app
      let count = app.routes.count == 1 ? "1 route" : "\(app.routes.count) routes"
      print("\(name): app \"\(app.name)\" version \(app.version), \(count)")
      return true
    } catch {
      print(error)
      return false
    }
  }
}
