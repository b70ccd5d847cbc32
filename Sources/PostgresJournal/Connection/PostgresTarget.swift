import CShims
import Synchronization

/// A server and database as libpq takes them: a URL, or a list of `key=value`.
package struct PostgresTarget: Sendable {
  private let text: String
  private let values: [String: String]
  /// The host that has answered last.
  private let preference = HostPreference()

  /// Parses a text such as `postgres://user@host1,host2/database`.
  package init(_ text: String, _ library: PostgresLibrary) throws(PostgresError) {
    var error: UnsafeMutablePointer<CChar>?
    guard let options = library.functions.pointee.conninfoParse(text, &error) else {
      let reason = error.map { String(cString: $0) } ?? "out of memory"
      library.functions.pointee.freemem(error)
      throw .target(reason.trimmingNewlines)
    }
    defer { library.functions.pointee.conninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.value { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    self.text = text
    self.values = values
  }

  /// The hosts and the database, without the user and the password.
  package var description: String {
    let hosts = (values["host"] ?? values["hostaddr"] ?? "localhost").split(
      separator: ",", omittingEmptySubsequences: false)
    let ports = (values["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let places = hosts.indices.map { index in
      let port = ports.count == 1 ? ports[0] : ports.indices.contains(index) ? ports[index] : ""
      return port.isEmpty ? String(hosts[index]) : "\(hosts[index]):\(port)"
    }
    return "postgres://\(places.joined(separator: ","))/\(values["dbname"] ?? "")"
  }

  /// The milliseconds for a connection to one of the hosts.
  var connectTimeout: Int32 {
    let seconds = values["connect_timeout"].flatMap { Int32($0) } ?? 0
    return (1...3_600).contains(seconds) ? seconds * 1_000 : 3_000
  }

  /// The hosts to try in turn, by their indices: first the one that has answered last, so that each connection does not wait
  /// for one that is gone.
  var placesInTurn: [(index: Int, parameters: [(String, String)])] {
    let places = places.enumerated().map { (index: $0, parameters: $1) }
    let first = preference.index.load(ordering: .relaxed)
    return Array(places[first...] + places[..<first])
  }

  /// Tries the host at an index first from now on.
  func prefer(_ index: Int) { preference.index.store(index, ordering: .relaxed) }

  /// The hosts, each as parameters that replace those of the text.
  private var places: [[(String, String)]] {
    let lists = ["host", "hostaddr", "port"].compactMap { keyword in
      values[keyword].map { (keyword, $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)) }
    }
    let count = lists.map(\.1.count).max() ?? 1
    guard count > 1 else { return [[]] }
    // A single port serves all hosts, as in libpq.
    return (0..<count).map { index in
      lists.map { keyword, list in (keyword, list.count > 1 ? list[index < list.count ? index : 0] : list[0]) }
    }
  }

  /// The keywords and values of a connection. Defaults come before the text, which may replace them; what the program
  /// relies on comes after it.
  func parameters(name: String) -> [(String, String)] {
    let defaults = [
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "10000"),
    ]
    let required = [
      ("application_name", name), ("client_encoding", "UTF8"),
      // Not `read-write`, which refuses the connections whose transactions only read.
      ("target_session_attrs", "primary"),
    ]
    // libpq expands a URL or a list that it gets as `dbname`. Later values replace earlier ones.
    return defaults + [("dbname", text)] + required
  }
}

extension String {
  /// libpq's messages end in a line feed.
  var trimmingNewlines: String {
    var text = self[...]
    while text.last?.isNewline ?? false { text.removeLast() }
    return text.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}

/// The host of a store that new connections try first.
private final class HostPreference: Sendable {
  let index = Atomic(0)
}
