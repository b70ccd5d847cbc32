/// Elements in an order, each found by its id without a search; no two have the same.
///
/// ```swift
/// var todos: IdentifiedArray<Todo> = [Todo(id: 1, text: "Milk")]
/// todos[id: 1]?.isDone = true
/// ```
public struct IdentifiedArray<Element: Identifiable> {
  /// The elements in order.
  public private(set) var elements: [Element]
  private var places: [Element.ID: Int]

  /// - Parameter elements: No two of one id: that is a fault of the program.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.elements = Array(elements)
    places = Dictionary(uniqueKeysWithValues: self.elements.enumerated().map { ($1.id, $0) })
  }

  /// The ids in order.
  public var ids: [Element.ID] { elements.map(\.id) }

  /// Where the element of this id is, counted from 0; nil when there is none.
  public func index(id: Element.ID) -> Int? { places[id] }

  /// The element of this id; nil when there is none. Setting nil removes it, setting one that is new appends it.
  ///
  /// What is set has to have that id: anything else is a fault of the program.
  public subscript(id id: Element.ID) -> Element? {
    get { places[id].map { elements[$0] } }
    set {
      precondition(newValue == nil || newValue?.id == id, "An element of another id was set for the id \(id).")
      switch (places[id], newValue) {
      case (let place?, let element?): elements[place] = element
      case (let place?, nil): remove(at: place)
      case (nil, let element?): append(element)
      case (nil, nil): break
      }
    }
  }

  /// Changes the element of this id where it is.
  ///
  /// - Parameter change: Has to leave the id as it is.
  /// - Returns: What `change` returns; nil when there is no such element.
  public mutating func update<Result, Failure: Error>(
    id: Element.ID, _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let place = places[id] else { return nil }
    defer { precondition(elements[place].id == id, "The id \(id) became \(elements[place].id) by an update.") }
    return try change(&elements[place])
  }

  /// Adds an element at the end, unless there is one of its id.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    insert(element, at: elements.endIndex)
  }

  /// Adds an element before the one at `place`, unless there is one of its id.
  ///
  /// - Parameter place: Counted from 0, at most the number of elements.
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func insert(_ element: Element, at place: Int) -> Bool {
    guard places[element.id] == nil else { return false }
    elements.insert(element, at: place)
    renumber(from: place)
    return true
  }

  /// Removes the element of this id.
  ///
  /// - Returns: The element; nil when there was none.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    places[id].map { remove(at: $0) }
  }

  /// Removes the element at `place`, counted from 0.
  @discardableResult
  public mutating func remove(at place: Int) -> Element {
    let removed = elements.remove(at: place)
    places[removed.id] = nil
    renumber(from: place)
    return removed
  }

  /// Removes what `isGone` says of, keeping the order of the others.
  public mutating func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    try elements.removeAll(where: isGone)
    places.removeAll(keepingCapacity: true)
    renumber(from: 0)
  }

  private mutating func renumber(from start: Int) {
    for place in start..<elements.count { places[elements[place].id] = place }
  }
}

extension IdentifiedArray: RandomAccessCollection {
  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }

  /// The element at `place`, counted from 0.
  public subscript(place: Int) -> Element { elements[place] }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order; where they are follows from it.
  public static func == (one: IdentifiedArray, other: IdentifiedArray) -> Bool {
    one.elements == other.elements
  }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: CustomReflectable {
  /// The elements alone, as in an array.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
