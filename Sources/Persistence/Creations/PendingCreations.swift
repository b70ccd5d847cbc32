import Sessions

/// The sessions whose creation is stored as one row, and which the tables do not show yet.
struct PendingCreations: Sendable {
  /// The row of a creation.
  struct Creation: Sendable {
    let session: SessionID
    let seq: Int64
    let app: String
    let key: String?
  }

  private var creations: [SessionID: Creation] = [:]
  /// The sessions by their keys; most have none.
  private var holders: [Key: SessionID] = [:]

  private struct Key: Hashable {
    let app: String
    let text: String
  }

  init() {}

  init(_ creations: some Sequence<Creation>) {
    for creation in creations { add(creation) }
  }

  var isEmpty: Bool { creations.isEmpty }
  var count: Int { creations.count }
  var all: some Collection<Creation> { creations.values }

  subscript(session: SessionID) -> Creation? { creations[session] }

  /// The session of an app that has a key.
  func holder(of key: String, in app: String) -> SessionID? {
    holders.isEmpty ? nil : holders[Key(app: app, text: key)]
  }

  /// The sessions of all apps that have a key.
  func holders(of key: String) -> [SessionID] {
    holders.filter { $0.key.text == key }.map(\.value)
  }

  mutating func add(_ creation: Creation) {
    creations[creation.session] = creation
    if let key = creation.key { holders[Key(app: creation.app, text: key)] = creation.session }
  }

  mutating func removeAll() {
    creations.removeAll(keepingCapacity: true)
    if !holders.isEmpty { holders = [:] }
  }

  /// Removes a session that the tables show, or that was deleted.
  mutating func remove(_ session: SessionID) {
    guard let creation = creations.removeValue(forKey: session) else { return }
    if let key = creation.key { holders[Key(app: creation.app, text: key)] = nil }
    if creations.isEmpty { self = PendingCreations() }
  }
}
