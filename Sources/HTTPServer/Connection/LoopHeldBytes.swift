/// The bytes held by the connections of one event loop, which are published to the sum of all loops in steps.
///
/// Used on the loop only.
final class LoopHeldBytes {
  let total: HeldBytes
  /// Held bytes, and connections that hold any, that were not published yet.
  private var unpublished = (bytes: 0, holders: 0)

  /// Connections that hold less are not counted, to save additions: nearly all hold next to nothing.
  private static let uncounted = 1 << 10

  init(_ total: HeldBytes) {
    self.total = total
  }

  /// Counts the bytes of a connection after it was served.
  ///
  /// - Returns: Whether it holds more than before, and all loops together exceed the limit.
  func update(_ connection: Connection) -> Bool {
    var bytes = connection.state.heldBytes + connection.leftover.count
    if let stream = connection.stream { bytes += stream.ownerBytes }
    let counted = bytes < Self.uncounted ? 0 : bytes
    let change = counted - connection.heldBytes + connection.state.events.takeHeldBytes()
    let isHolder = counted > 0 || !connection.state.events.isEmpty
    guard change != 0 || isHolder != connection.isHolder else { return false }
    connection.heldBytes = counted
    count(change, isHolder, of: connection)
    return change > 0 && total.isExceeded
  }

  /// Removes a closed connection.
  func forget(_ connection: Connection) {
    let change = connection.state.events.takeHeldBytes() - connection.heldBytes
    connection.heldBytes = 0
    if change != 0 || connection.isHolder { count(change, false, of: connection) }
  }

  func publish() {
    total.publish(bytes: unpublished.bytes, holders: unpublished.holders)
    unpublished = (0, 0)
  }

  private func count(_ change: Int, _ isHolder: Bool, of connection: Connection) {
    unpublished.bytes += change
    if isHolder != connection.isHolder { unpublished.holders += isHolder ? 1 : -1 }
    connection.isHolder = isHolder
    if abs(unpublished.bytes) >= total.step { publish() }
  }
}
