/// An ordered collection of identifiable elements with unique ids and constant-time lookup by id.
///
/// An array can hold two elements of one id, and finding one takes a search. An identified array keeps the elements in
/// an array and, beside it, an index from id to position. Reducers use it for lists whose elements have actions of
/// their own (`Reducer.forEach`), since an id stays valid while positions change.
///
/// ```swift
/// var todos: IdentifiedArray<Todo> = [Todo(id: 1, text: "Milk"), Todo(id: 2, text: "Bread")]
/// todos[id: 1]?.isDone = true
/// todos.remove(id: 2)
/// todos.append(Todo(id: 1, text: "Eggs"))  // false: the id is taken
/// ```
///
/// Appending and lookup take constant time. Inserting and removing take time linear in the number of elements after the
/// position, as in an array.
///
/// ## Topics
///
/// ### Finding elements
/// - ``subscript(id:)``
/// - ``index(id:)``
/// - ``ids``
///
/// ### Changing elements
/// - ``update(id:_:)``
/// - ``append(_:)``
/// - ``insert(_:at:)``
/// - ``remove(id:)``
/// - ``removeAll(where:)``
public struct IdentifiedArray<Element: Identifiable> {
  /// The elements in order.
  public private(set) var elements: [Element]
  private var places: [Element.ID: Int]

  /// Creates an array of elements with unique ids.
  ///
  /// - Precondition: No two of `elements` have the same id.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.elements = Array(elements)
    places = Dictionary(uniqueKeysWithValues: self.elements.enumerated().map { ($1.id, $0) })
  }

  /// The ids in order.
  public var ids: [Element.ID] { elements.map(\.id) }

  /// Returns the position of the element with this id, counted from 0; nil when it is absent.
  public func index(id: Element.ID) -> Int? { places[id] }

  /// The element with this id; nil when it is absent. Setting nil removes it; setting a new element appends it.
  ///
  /// - Precondition: A new element has this id.
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

  /// Changes the element with this id in place.
  ///
  /// - Parameter change: Must not change the id.
  /// - Returns: The result of `change`; nil when the element is absent.
  public mutating func update<Result, Failure: Error>(
    id: Element.ID, _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let place = places[id] else { return nil }
    defer { precondition(elements[place].id == id, "The id \(id) became \(elements[place].id) by an update.") }
    return try change(&elements[place])
  }

  /// Appends an element, unless its id is taken.
  ///
  /// - Returns: Whether the element was added.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    insert(element, at: elements.endIndex)
  }

  /// Inserts an element before the one at `place`, unless its id is taken.
  ///
  /// - Parameter place: Counted from 0, at most the number of elements.
  /// - Returns: Whether the element was added.
  @discardableResult
  public mutating func insert(_ element: Element, at place: Int) -> Bool {
    guard places[element.id] == nil else { return false }
    elements.insert(element, at: place)
    renumber(from: place)
    return true
  }

  /// Removes the element with this id.
  ///
  /// - Returns: The removed element; nil when it was absent.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    places[id].map { remove(at: $0) }
  }

  /// Removes and returns the element at `place`, counted from 0.
  @discardableResult
  public mutating func remove(at place: Int) -> Element {
    let removed = elements.remove(at: place)
    places[removed.id] = nil
    renumber(from: place)
    return removed
  }

  /// Removes the elements for which `isGone` returns true, and keeps the order of the others.
  public mutating func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    // Also when `isGone` throws, which leaves some elements at other places.
    defer {
      places.removeAll(keepingCapacity: true)
      renumber(from: 0)
    }
    try elements.removeAll(where: isGone)
  }

  private mutating func renumber(from start: Int) {
    for place in start..<elements.count { places[elements[place].id] = place }
  }
}

extension IdentifiedArray: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { elements.startIndex }
  /// The number of elements.
  public var endIndex: Int { elements.endIndex }

  /// The element at `place`, counted from 0.
  public subscript(place: Int) -> Element { elements[place] }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Creates an array of elements with unique ids.
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (one: IdentifiedArray, other: IdentifiedArray) -> Bool {
    one.elements == other.elements
  }
}

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: CustomReflectable {
  /// Reflects the elements alone, as an array does, so that failures of tests print no index.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The elements, as an array prints them.
  public var description: String { "\(elements)" }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Writes the elements as an array.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Reads an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when two elements have the same id.
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    guard Set(elements.map(\.id)).count == elements.count else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Two elements have the same id."))
    }
    self.init(uniqueElements: elements)
  }
}
