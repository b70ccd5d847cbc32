/// The time of the server in SQL, for statements that delete: the clock of no node may decide what is old.
enum StoreTime {
  /// Milliseconds since 1970.
  static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"
}
