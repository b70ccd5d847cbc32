import CShims
import Glibc

extension PostgresConnection {
  /// Connects to the first host that is the primary. Each has the time that `connect_timeout` says.
  ///
  /// Not by libpq's own loop, whose timeouts are whole seconds, and which would exceed the deadline.
  static func open(
    _ target: PostgresTarget, _ name: String, until deadline: Deadline?, _ library: PostgresLibrary
  ) throws(PostgresError) -> OpaquePointer {
    var reasons: [String] = []
    let places = target.placesInTurn
    for (tried, place) in places.enumerated() {
      // The hosts share the deadline: one that does not answer, such as a machine that is gone, leaves the others theirs.
      let share = deadline.map { $0.remaining(atMost: .max) / Int32(places.count - tried) } ?? .max
      let limit = min(share, target.connectTimeout)
      guard limit > 0 else { throw .unreachable((reasons + ["no time was left"]).joined(separator: "; ")) }
      do throws(PostgresError) {
        let parameters = target.parameters(name: name) + place.parameters
        let connection = try open(parameters, until: Deadline(in: Int64(limit)), library)
        target.prefer(place.index)
        return connection
      } catch {
        guard case .unreachable(let reason) = error else { throw error }
        reasons.append(reason)
      }
    }
    throw .unreachable(reasons.joined(separator: "; "))
  }

  private static func open(
    _ parameters: [(String, String)], until deadline: Deadline, _ library: PostgresLibrary
  ) throws(PostgresError) -> OpaquePointer {
    let functions = library.functions.pointee
    let started = withStrings(parameters.map(\.0)) { keywords in
      withStrings(parameters.map(\.1)) { values in functions.connectStartParams(keywords, values, 1) }
    }
    guard let started else { throw .unreachable("libpq has no memory for a connection") }
    // The message of a refusal then has its SQLSTATE.
    _ = functions.setErrorVerbosity(started, Int32(CPQERRORS_VERBOSE))
    do throws(PostgresError) {
      try complete(started, until: deadline, library)
      _ = functions.setErrorVerbosity(started, Int32(CPQERRORS_DEFAULT))
      return started
    } catch {
      functions.finish(started)
      throw error
    }
  }

  private static func complete(
    _ connection: OpaquePointer, until deadline: Deadline, _ library: PostgresLibrary
  ) throws(PostgresError) {
    let functions = library.functions.pointee
    // "Behave as if PQconnectPoll last returned PGRES_POLLING_WRITING" (PQconnectStartParams).
    var state = Int32(CPGRES_POLLING_WRITING)
    while functions.status(connection) != Int32(CPOSTGRES_CONNECTION_BAD), state != Int32(CPGRES_POLLING_FAILED) {
      if state == Int32(CPGRES_POLLING_OK) { return }
      let events = state == Int32(CPGRES_POLLING_READING) ? POLLIN : POLLOUT
      var entry = pollfd(fd: functions.socket(connection), events: Int16(events), revents: 0)
      let count = poll(&entry, 1, max(0, deadline.remaining(atMost: .max)))
      guard count > 0 || count < 0 && errno == EINTR else { throw .unreachable("no server answers in time") }
      state = functions.connectPoll(connection)
    }
    throw refusal(library.message(of: connection))
  }

  /// The error for a message such as `… failed: FATAL:  28P01: password authentication failed; LOCATION: …`.
  static func refusal(_ message: String) -> PostgresError {
    let text = message.components(before: "; LOCATION:")
    let codes = text.split(separator: ":").map { $0.drop { $0 == " " } }.filter { part in
      part.utf8.count == 5 && part.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
        && part.contains(where: \.isNumber)
    }
    // invalid_authorization_specification, invalid_catalog_name, insufficient_privilege
    let isFinal = codes.contains { $0.hasPrefix("28") || $0 == "3D000" || $0 == "42501" }
    return isFinal ? .rejected(text) : .unreachable(text)
  }
}

extension String {
  /// The text before the first occurrence of another one; all of it without one.
  fileprivate func components(before other: String) -> String {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(other) { return String(self[..<rest.startIndex]) }
      rest = rest.dropFirst()
    }
    return self
  }
}
