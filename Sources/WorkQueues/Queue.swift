/// A FIFO queue.
package struct Queue<Element> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var head = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { head == elements.count }
  @inlinable package var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable package mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable package mutating func removeFirst() -> Element? {
    guard let element = first else { return nil }
    head += 1
    // Removed elements are dropped in bulk, so the amortised cost is constant.
    if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
