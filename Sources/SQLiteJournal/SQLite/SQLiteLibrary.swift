import CSQLite

/// The linked library.
package enum SQLiteLibrary {
  /// The version, such as "3.40.1".
  package static var version: String { String(cString: sqlite3_libversion()) }
}
