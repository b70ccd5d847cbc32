import Navigation

/// The versions of an app on which a session runs in the course of its life. Migrations lead from one to another.
package struct AppVersions: Sendable {
  /// The version that is looked up most.
  package let main: App
  /// Versions that the catalogue lacks.
  private let others: [Int: App]
  private let catalogue: AppCatalogue?
  let trapName: TrapName

  /// - Parameters:
  ///   - main: The version that is looked up most.
  ///   - others: Versions that the catalogue lacks.
  ///   - catalogue: Has the other versions; nil: there are none.
  package init(_ main: App, others: [App] = [], in catalogue: AppCatalogue? = nil) {
    self.main = main
    trapName = TrapName(main.name)
    self.others = Dictionary(others.map { ($0.version, $0) }) { first, _ in first }
    self.catalogue = catalogue
  }

  /// The name of the app in all versions.
  var name: String { main.name }

  /// The same versions for a session that runs on this one.
  func led(by version: Int) -> AppVersions {
    guard let main = self[version] else { return self }
    return AppVersions(main, others: Array(others.values), in: catalogue)
  }

  /// The versions that migrations from a version to another lead through, both included; empty if there is no way.
  func versions(from first: Int?, to last: Int) -> [App] {
    guard let first, first < last else { return [] }
    if let catalogue { return catalogue.versions(first...last, of: name) }
    return ([main] + others.values.filter { $0.version != main.version })
      .filter { (first...last).contains($0.version) }.sorted { $0.version < $1.version }
  }

  subscript(version: Int) -> App? {
    if version == main.version { return main }
    return others[version] ?? catalogue?.version(version, of: name)?.app
  }
}
