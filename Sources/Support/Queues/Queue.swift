/// A FIFO queue. Public, so that other modules compile it for their elements.
public struct Queue<Element> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var head = 0

  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { head == elements.count }
  @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable public mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable public mutating func removeFirst() -> Element? {
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
