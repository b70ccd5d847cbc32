/// A FIFO queue.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func removeFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      head += 1
      // Removed elements are dropped in bulk, so the amortised cost is constant.
      if head >= 64, head * 2 >= elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}
