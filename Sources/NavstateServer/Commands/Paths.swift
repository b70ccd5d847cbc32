import AppDefinitions
import Navigation

/// Lists the screens of definitions with the ways to them.
struct Paths {
  let program: ServerProgram

  func run(_ files: ArraySlice<String>) throws(UsageError) -> Int32 {
    try Arguments.checkFiles(
      files, of: "paths", need: "a definition: \(program.name) paths FILE, or - for standard input")
    return files.map(list).allSatisfy { $0 } ? 0 : 1
  }

  private func list(_ name: String) -> Bool {
    do {
      let file = DefinitionFile(name: name, bytes: try File.operand(name))
      let definition = try file.definition(program)
      for line in lines(of: definition) { print(line.onOneLine) }
      for line in try file.warnings(of: definition) { print(line) }
      return true
    } catch let error as UsageError {
      program.complain(error.message)
    } catch {
      print(error)
    }
    return false
  }

  /// A line for each reachable screen, the nearest first, then one for each of the others.
  private func lines(of definition: AppDefinition) -> [String] {
    let paths = ScreenPaths(of: definition.app)
    let reached = Set(paths.routes)
    let others = definition.app.routes.keys.filter { !reached.contains($0) }.sorted()
    return paths.routes.map { "\($0): \(way(to: $0, paths, definition))" } + others.map { "\($0): not reachable" }
  }

  private func way(to route: String, _ paths: ScreenPaths, _ definition: AppDefinition) -> String {
    let openings = paths.path(to: route) ?? []
    let start = openings.first.map { $0.from ?? "any screen" } ?? "at the start"
    let way = openings.reduce(start) { way, opening in
      let conditions = definition.app.conditions(from: opening.from, to: opening.to, by: opening.means)
        .map(\.expression.text).joined(separator: ", ")
      return "\(way) → \(opening.to) (\(opening.cause)\(conditions.isEmpty ? "" : " if ")\(conditions))"
    }
    guard let link = definition.app.routes[route]?.path?.text, openings.last?.cause != "link \(link)" else {
      return way
    }
    return "\(way); link \(link)"
  }
}
