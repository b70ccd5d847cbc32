import CShims

// `functions` is not changed after `init`, and libpq's functions may be called on any thread, for each connection on one at
// a time (https://www.postgresql.org/docs/current/libpq-threading.html).
/// libpq, loaded when a store on PostgreSQL is opened: it takes several megabytes with its dependencies.
///
/// It stays loaded until the process ends.
package final class PostgresLibrary: @unchecked Sendable {
  /// The functions. `cpostgres_load` has set all of them, so no call checks for null.
  let functions: UnsafePointer<cpostgres>

  /// The name of libpq's binary interface, which Debian has in the package libpq5.
  package static let name = "libpq.so.5"

  /// Loads libpq 14 or newer.
  package init(named name: String = PostgresLibrary.name) throws(PostgresError) {
    let functions = UnsafeMutablePointer<cpostgres>.allocate(capacity: 1)
    functions.initialize(to: cpostgres())
    if let reason = cpostgres_load(functions, name) {
      let text = String(cString: reason)
      functions.deallocate()
      throw .library("\(name) cannot be used: \(text); install libpq 14 or newer (Debian has it in libpq5)")
    }
    self.functions = UnsafePointer(functions)
  }

  deinit { functions.deallocate() }

  /// The version of libpq, such as 150018.
  package var version: Int { Int(functions.pointee.libVersion()) }

  /// The last error of a connection, on one line.
  func message(of connection: OpaquePointer) -> String {
    functions.pointee.errorMessage(connection).map { String(cString: $0).trimmingNewlines } ?? ""
  }
}
