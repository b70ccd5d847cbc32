import JSON

/// The ids of a restored navigation, passed or generated.
struct RestoredIDs {
  /// Ids in use, by the rest of the tree or by parts that are restored already.
  private var taken: Set<String>
  /// The ids of the replaced container, which may be passed again for the same owner.
  private var owners: [String: Owner] = [:]
  /// The largest number in an id that the session has generated.
  private let lastMade: Int
  private var last: Int
  /// The numbers that a repeated change makes; nil: those after the last one.
  private(set) var allotted: AllottedIDs?
  /// The numbers of passed ids, also of parts that are not restored yet.
  private var given: Set<Int> = []
  private static let lengths = 1...64

  /// The owner of an id. Under another route it is a different owner.
  enum Owner: Equatable {
    case screen(of: String?)
    case content(of: String?)
  }

  /// Creates the ids of a new session.
  init() {
    taken = []
    lastMade = 0
    last = 0
  }

  /// Creates the ids of a session whose whole navigation is replaced, and keeps its ids.
  init(after tree: Tree) {
    self.init()
    last = tree.lastID
  }

  /// Creates the ids of a session in which one container is replaced.
  init(_ tree: Tree, replacing container: Container, _ allotted: AllottedIDs?) {
    self.allotted = allotted
    taken = tree.root.allIDs.subtracting(container.allIDs)
    lastMade = tree.lastID
    last = tree.lastID
    owners[container.id] = .content(of: nil)
    addOwners(in: container)
  }

  private mutating func addOwners(in container: Container) {
    for screen in container.screens + container.presented.map(\.screen) {
      owners[screen.id] = .screen(of: screen.route)
      guard let content = screen.content else { continue }
      owners[content.id] = .content(of: screen.route)
      addOwners(in: content)
    }
  }

  mutating func make() -> String {
    while let number = allotted?.take() {
      let id = Tree.id(number: number)
      if !taken.contains(id), !given.contains(number) { return id }
    }
    // In an amendment, ids that follow may be in use.
    repeat { last += 1 } while taken.contains(Tree.id(number: last))
    return Tree.id(number: last)
  }

  /// Reserves a passed id for a screen or a container.
  ///
  /// - Returns: The reasons why the id cannot be used; empty when it is reserved.
  mutating func claim(_ id: String, for owner: Owner) -> [String] {
    var faults: [String] = []
    if !Self.lengths.contains(id.utf8.count) {
      faults.append("An `id` must be a string of 1 to 64 bytes; it has \(id.utf8.count).")
    }
    if let number = Tree.number(ofID: id), number > Tree.largestGivenNumber {
      faults.append("\"\(id)\" looks like a generated id, whose number is at most \(Tree.largestGivenNumber).")
    }
    guard taken.insert(id).inserted else {
      return faults + ["The id \"\(id)\" occurs twice; ids must be unique in a session."]
    }
    if isMade(id), owners[id] != owner {
      faults.append(
        "The session has used the id \"\(id)\" before for something else; omit it, or give one that does not look "
          + "like a generated id.")
    }
    return faults
  }

  /// Whether the session has generated that id, judging by its number.
  private func isMade(_ id: String) -> Bool {
    guard let number = Tree.number(ofID: id), (1...max(1, lastMade)).contains(number) else { return false }
    // `a007` has the number of an id that was made, but was not made itself.
    return lastMade > 0 && id == "a\(number)"
  }

  /// Reserves passed ids that look like generated ones, so that generated ids continue above them.
  mutating func reserve(in json: JSONValue) {
    switch json {
    case .object(let object):
      if let number = object["id"]?.stringValue.flatMap(Tree.number(ofID:)), number <= Tree.largestGivenNumber {
        last = max(last, number)
        if allotted != nil { given.insert(number) }
      }
      for member in object { reserve(in: member.value) }
    case .array(let elements):
      for element in elements { reserve(in: element) }
    default: break
    }
  }
}

extension Restoration {
  mutating func claim(_ id: String, for owner: RestoredIDs.Owner, at place: JSONPointer) {
    faults += ids.claim(id, for: owner).map { Fault(at: place, $0) }
  }

  /// Adds a fault for each listed or presented screen that repeats an identity.
  mutating func reportDuplicates(in container: Container, at place: JSONPointer) {
    struct Identity: Hashable {
      let route: String
      let value: JSONValue
    }
    var known: Set<Identity> = []
    for position in container.positions.reversed() {
      let screen = container[position]
      guard let route = app.routes[screen.route], route.onDuplicate != .allow,
        let value = route.identity(screen.params),
        !known.insert(Identity(route: route.name, value: value)).inserted
      else { continue }
      duplicates.append(
        Fault(
          at: place.appending(position), "\"\(route.name)\" occurs twice with the same identity; give it once."))
    }
  }
}

extension JSONPointer {
  fileprivate func appending(_ position: ScreenPosition) -> JSONPointer {
    switch position {
    case .listed(let index): appending(name: "screens").appending(index: index)
    case .presented(let index): appending(name: "presented").appending(index: index).appending(name: "screen")
    }
  }
}
