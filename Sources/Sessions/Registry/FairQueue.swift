/// Elements that wait, grouped by a key: each key has its turn for one of them, in the order in which its first came.
package struct FairQueue<Key: Hashable, Element> {
  private var waiting: [Key: ArraySlice<Element>] = [:]
  /// Each key of `waiting` once.
  private var turns: ArraySlice<Key> = []
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// How many elements of a key wait.
  package func count(of key: Key) -> Int { waiting[key]?.count ?? 0 }

  package mutating func append(_ element: Element, of key: Key) {
    count += 1
    if waiting[key]?.append(element) == nil {
      waiting[key] = [element]
      turns.append(key)
    }
  }

  /// Takes the first element of the key whose turn it is.
  ///
  /// - Parameter isAllowed: Keys that are not keep their place.
  package mutating func removeFirst(where isAllowed: (Key) -> Bool = { _ in true }) -> Element? {
    guard let index = turns.firstIndex(where: isAllowed) else { return nil }
    let key = turns[index]
    guard let element = waiting[key]?.popFirst() else { preconditionFailure("a key without elements has no turn") }
    count -= 1
    if index == turns.startIndex { turns.removeFirst() } else { turns.remove(at: index) }
    if waiting[key]?.isEmpty ?? true { waiting[key] = nil } else { turns.append(key) }
    return element
  }
}
