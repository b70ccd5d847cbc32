import JSON

/// An item of a session's journal that is returned in pages.
protocol PageItem: Sendable {
  /// The position of the item; the next page begins after the last one.
  var number: Int { get }
  /// The approximate number of bytes that `write` appends.
  var size: Int { get }
  /// - Parameter toBackend: Whether a backend reads the item, which sees the expressions of the app.
  func write(to json: inout JSONWriter, toBackend: Bool)
}
