/// A queue that serves its keys in turn, one element of each, starting with the key that came first.
package struct FairQueue<Key: Hashable, Element> {
  // Slices, which drop their first element without moving the others.
  private var waiting: [Key: ArraySlice<Element>] = [:]
  /// The keys of `waiting`, each once, in the order of their turns.
  private var turns: ArraySlice<Key> = []
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The number of waiting elements of a key.
  package func count(of key: Key) -> Int { waiting[key]?.count ?? 0 }

  /// Adds an element behind the others of its key.
  package mutating func append(_ element: Element, of key: Key) {
    count += 1
    if waiting[key]?.append(element) == nil {
      waiting[key] = [element]
      turns.append(key)
    }
  }

  /// Removes the first element of the next allowed key.
  ///
  /// - Parameter isAllowed: Keys that are not allowed keep their turn.
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
