import HTTP
import HTTPServer
import PostgresJournal

extension Options {
  /// The database of `--store` or `--store-file`; nil without either.
  func store() throws(UsageError) -> StoreOptions? {
    guard let target = try storeTarget() else { return nil }
    guard ["postgres://", "postgresql://"].contains(where: target.hasPrefix) else {
      throw UsageError("\(source(of: "store")) takes a URL such as postgres://user@host/database, not \"\(target)\"")
    }
    var options = StoreOptions(target: target)
    options.timeout = Int64(try integer("store-timeout", in: 1...3_600) ?? 5) * 1_000
    return options
  }

  private func storeTarget() throws(UsageError) -> String? {
    guard let file = text("store-file") else { return text("store") }
    guard text("store") == nil else {
      throw UsageError("\(source(of: "store")) and \(source(of: "store-file")) exclude each other")
    }
    let content = String(decoding: try File.read(file), as: UTF8.self)
    guard let line = content.split(whereSeparator: \.isWhitespace).first else {
      throw UsageError("\(file) must contain the URL of a database")
    }
    return String(line)
  }
}

extension HTTPServer.LateAnswer {
  /// The answer to a request that waits for a store, whatever it waits for: the library, a pooler, or other requests.
  init(ofStore milliseconds: Int64) {
    let late = "The database has not answered within \(milliseconds / 1_000) s (`--store-timeout`)."
    self.init(
      after: .milliseconds(milliseconds),
      safe: RequestError(
        status: 503, code: "storage-unavailable", detail: "\(late) Nothing was changed; send the request again later."),
      unsafe: RequestError(
        status: 503, code: "outcome-unknown",
        detail: "\(late) Whether the change is stored is not known: read the session, or send the request again with "
          + "the same `Idempotency-Key`."))
  }
}
