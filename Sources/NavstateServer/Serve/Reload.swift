import API
import JSON
import Sessions

/// Reads again what can change while the server runs: the admin tokens, the issuers of JWTs, the log level and the files
/// of apps.
///
/// A file that is missing or faulty changes nothing and is logged.
struct Reload {
  let program: ServerProgram
  /// The configuration of the start, whose other options hold until the next one.
  let configuration: Configuration
  let catalogue: AppCatalogue
  let journal: any Storage
  let log: Log

  func run(_ read: () throws -> Configuration, _ api: API) {
    do {
      let new = try read()
      guard new.api.requiresToken == configuration.api.requiresToken else {
        throw CommandError("whether tokens are required cannot change without a restart")
      }
      api.setAdminTokens(new.api.adminTokenHashes)
      api.setIssuers(new.api.issuers)
      log.level = new.logLevel
      // With --watch, the caller has the files checked.
      if !configuration.watchesApps { new.apps.forEach(define) }
      log(.info, "the configuration was reloaded", ["adminTokens": .integer(Int64(new.api.adminTokenHashes.count))])
    } catch {
      log(.error, "the configuration cannot be reloaded and stays as it was", ["reason": .string(reason(of: error))])
    }
  }

  private func reason(of error: any Error) -> String { (error as? UsageError)?.message ?? "\(error)" }

  private func define(_ file: String) {
    do {
      try Serve.define(file, of: program, in: catalogue, journal, log)
    } catch {
      let reason: JSONObject = ["file": .string(file), "reason": .string("\(error)")]
      log(.error, "a changed definition is not used; its app keeps its present version", reason)
    }
  }
}
