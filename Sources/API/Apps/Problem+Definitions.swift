import AppDefinitions
import Navigation
import Sessions

// The problems of defining and withdrawing apps.

extension Problem {
  /// Reports all faults of a definition at once.
  init(_ error: DefinitionFaults) {
    let count = error.faults.count == 1 ? "a fault" : "\(error.faults.count) faults"
    self.init(422, "bad-definition", "The definition has \(count): \(error.faults.first?.description ?? "")")
    faults = error.faults.map { fault in
      let place = fault.position.map { " (line \($0.line), column \($0.column))" } ?? ""
      return Fault(at: fault.pointer, fault.detail + place)
    }
  }

  /// Definitions are never evicted: sessions use them even after they are withdrawn.
  static let tooManyDefinitions = Problem(
    507, "too-many-definitions",
    "The definitions of apps fill the memory that there is for them (--max-definitions); raise it, or use an app that is "
      + "defined.")

  static func definitionInProgress(_ name: String) -> Problem {
    Problem(
      409, "definition-in-progress", "The app \"\(name)\" is being changed by another request; try again.",
      retryAfter: 1)
  }

  static func compiled(_ name: String) -> Problem {
    Problem(
      409, "app-is-compiled",
      "\"\(name)\" is compiled into the server, where it stays as it is; define an app of another name.")
  }

  static func versionTaken(_ name: String, _ known: AppCatalogue.Entry) -> Problem {
    let withdrawn = known.isWithdrawn ? ", which was withdrawn but goes on for its sessions" : ""
    return Problem(
      409, "version-taken",
      "Another definition of \"\(name)\" has version \(known.app.version)\(withdrawn); give this one a new version.")
  }
}
