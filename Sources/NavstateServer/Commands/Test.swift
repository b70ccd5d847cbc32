import AppDefinitions
import Glibc
import JSON
import Navigation
import Scenarios

/// Runs scenarios without a server, and prints a line for each failure.
struct Test {
  let program: ServerProgram

  /// - Returns: The exit status: 1 when a scenario fails, 2 when a file cannot be read.
  func run(_ files: ArraySlice<String>) throws(UsageError) -> Int32 {
    guard !files.isEmpty else { throw UsageError("test needs a file of scenarios: \(program.name) test FILE...") }
    if let option = files.first(where: { $0.hasPrefix("-") }) {
      throw UsageError("test has no option \"\(option)\"; for a file of that name use ./\(option)")
    }
    var summary = Summary()
    for file in files { test(file, &summary) }
    print("\(summary.passed) passed, \(summary.failed) failed")
    return summary.isUnreadable ? 2 : summary.failed > 0 ? 1 : 0
  }

  private struct Summary {
    var passed = 0
    var failed = 0
    /// Whether a file of scenarios or definitions cannot be read.
    var isUnreadable = false
  }

  private func test(_ name: String, _ summary: inout Summary) {
    do throws(FaultyDefinition) {
      let file = DefinitionFile(name: name, bytes: try read(name))
      let document = try file.document()
      var reader = ScenarioReader()
      let scenarios = reader.scenarios(document.value)
      guard reader.faults.isEmpty else { throw file.faulty(reader.faults, in: document) }
      var apps: [String: App] = [:]
      for scenario in scenarios {
        let app = try app(scenario.app, file, document, &apps)
        var versions: [App] = []
        for version in scenario.migrations { versions.append(try self.app(version, file, document, &apps)) }
        let failures = ScenarioRun.failures(of: scenario, app, migratingTo: versions)
        for failure in failures {
          print(file.line(failure.description, at: document.position(ofNearest: failure.place)))
        }
        if failures.isEmpty { summary.passed += 1 } else { summary.failed += 1 }
      }
    } catch {
      print(error)
      summary.isUnreadable = true
    }
  }

  private func read(_ name: String) throws(FaultyDefinition) -> [UInt8] {
    do throws(UsageError) { return try File.read(name) } catch { throw FaultyDefinition(lines: [error.message]) }
  }

  /// An app of a scenario: a definition in it, or a file relative to that of the scenario.
  private func app(
    _ source: Scenario.AppSource, _ file: DefinitionFile, _ document: JSONDocument, _ apps: inout [String: App]
  ) throws(FaultyDefinition) -> App {
    switch source {
    case .definition(let json, let place):
      do throws(DefinitionFaults) {
        return try AppDefinition(json, features: program.features).app
      } catch {
        let faults = error.faults.map { DefinitionFault(at: place.appending($0.pointer), $0.detail) }
        throw file.faulty(faults, in: document)
      }
    case .file(let path, _):
      let path = path.hasPrefix("/") ? path : file.folder + path
      if let app = apps[path] { return app }
      let app = try DefinitionFile(name: path, bytes: try read(path)).definition(program).app
      apps[path] = app
      return app
    }
  }
}
