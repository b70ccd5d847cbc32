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
    "The limit on the memory of app definitions is reached (--max-definitions). Raise it, or use an app that is defined."
  )

  static func definitionInProgress(_ name: String) -> Problem {
    Problem(
      409, "definition-in-progress", "Another request is changing the app \"\(name)\"; retry in 1 s.",
      retryAfter: 1)
  }

  static func compiled(_ name: String) -> Problem {
    Problem(
      409, "app-is-compiled",
      "The app \"\(name)\" is compiled into the server and cannot be changed; define an app with another name.")
  }

  static func versionTaken(_ name: String, _ known: AppCatalogue.Entry) -> Problem {
    let withdrawn = known.isWithdrawn ? ", which was withdrawn" : ""
    return Problem(
      409, "version-taken",
      "Another definition of \"\(name)\" has version \(known.app.version)\(withdrawn); give this one a new version.")
  }
}
