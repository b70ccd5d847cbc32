import JSON
import Sessions

/// Finds apps, and explains which of them are available where one is not.
final class AppLookup: Sendable {
  private let catalogue: AppCatalogue
  private let appKeys: AppKeys

  init(catalogue: AppCatalogue, appKeys: AppKeys) {
    self.catalogue = catalogue
    self.appKeys = appKeys
  }

  /// The app in the path, in the version in the query or the newest.
  func entry(for exchange: Exchange) throws(Problem) -> AppCatalogue.Entry {
    let (name, version) = (exchange.appName, try exchange.appVersion())
    guard let entry = catalogue.entry(name, version: version) else {
      throw noSuchApp(name, version: version, for: exchange.caller)
    }
    return entry
  }

  /// The name of the app in the path. A withdrawn one may still have sessions.
  func name(for exchange: Exchange) throws(Problem) -> String {
    let name = exchange.appName
    guard catalogue.isWithdrawn(name) else { return try entry(for: exchange).app.name }
    return name
  }

  /// A 404 for an app or version that never existed or was withdrawn.
  func noSuchApp(_ name: String, version: Int?, for caller: Caller) -> Problem {
    Problem(404, "no-such-app", absence(of: name, version: version, for: caller))
  }

  /// Checks that the version from which a job migrates is known, and that the new one is open to sessions.
  ///
  /// - Parameter parents: The names of the members that lead to the versions.
  func checkVersions(of work: BatchWork, under parents: [String] = [], for caller: Caller) throws(Problem) {
    guard case .migrate(let migration, let name) = work else { return }
    func fault(_ version: Int, _ member: String) -> Problem {
      let place = parents.reduce(JSONPointer()) { $0.appending(name: $1) }
      return .fault("bad-member", absence(of: name, version: version, for: caller), under: place, at: member)
    }
    if catalogue.version(migration.from, of: name) == nil { throw fault(migration.from, "from") }
    if catalogue.entry(name, version: migration.to) == nil { throw fault(migration.to, "to") }
  }

  /// The error text for an unavailable app or version, with a list of the available ones.
  func absence(of name: String, version: Int?, for caller: Caller) -> String {
    let (versions, shown) = (catalogue.versions(of: name), name.prefix(80))
    let withdrawn = catalogue.isWithdrawn(name, version: version) ? " any more, since it was withdrawn" : ""
    guard let version, !versions.isEmpty else {
      return "There is no app \"\(shown)\"\(withdrawn)\(appNames(near: name, for: caller))."
    }
    let list = versions.suffix(Self.listedNames).map(String.init).joined(separator: ", ")
    let others = versions.count > Self.listedNames ? " and \(versions.count - Self.listedNames) earlier ones" : ""
    return "There is no version \(version) of \"\(shown)\"\(withdrawn); it has \(list)\(others)."
  }

  /// The apps that the caller may see, those with names similar to `name` first. An app key sees only its own app, a JWT
  /// none.
  private func appNames(near name: String, for caller: Caller) -> String {
    var names = catalogue.newest.map(\.app.name).filter(caller.mayUse)
    if let key = caller.token { names = names.filter { $0 == appKeys.app(of: key) } }
    guard !names.isEmpty else { return catalogue.newest.isEmpty ? "; no app is defined" : "" }
    let nearest = Suggestions.nearestFirst(names, to: name).map { "\"\($0)\"" }
    return (names.count == 1 ? "; the only app is " : "; there are ")
      + Suggestions.list(nearest, atMost: Self.listedNames)
  }

  /// The maximum number of names in an answer: enough to choose from, and independent of the number of apps.
  private static let listedNames = 20
}
