import JSON

/// An item of a session's journal that is returned in pages.
protocol PageItem: Sendable {
  /// The position of the item; the next page begins after the last one.
  var number: Int { get }
  /// The approximate number of bytes that `write` appends.
  var size: Int { get }
  func write(to json: inout JSONWriter)
}
