import Sessions

/// The order in which sessions are projected.
struct ProjectionQueue {
  /// Sessions with many changes that the tables do not show, which are projected at once.
  private var urgent = Queue<SessionID>()
  /// All sessions with such changes, the oldest first.
  private var waiting = Queue<Item>()

  struct Item {
    let session: SessionID
    /// `Lag.since` when the item was added. If it has changed since then, the item is void.
    let since: Int64
  }

  var hasUrgent: Bool { !urgent.isEmpty }
  var oldest: Item? { waiting.first }

  mutating func add(_ session: SessionID, since: Int64) {
    waiting.append(Item(session: session, since: since))
  }

  mutating func addUrgent(_ session: SessionID) {
    urgent.append(session)
  }

  mutating func nextUrgent() -> SessionID? {
    urgent.removeFirst()
  }

  mutating func nextSince(_ time: Int64) -> Item? {
    guard let oldest, oldest.since <= time else { return nil }
    return waiting.removeFirst()
  }
}

/// A FIFO queue.
private struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func removeFirst() -> Element? {
    guard let element = first else { return nil }
    head += 1
    if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
