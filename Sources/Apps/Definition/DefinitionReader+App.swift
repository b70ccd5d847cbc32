import JSON
import Navigation

extension DefinitionReader {
  mutating func app(_ part: Part, named expected: String?) -> App? {
    let members = ["app", "version", "data", "root", "routes", "idle", "acceptsMessagesFrom"]
    guard isObject(part, "A definition", members: members) else { return nil }
    let name = name(of: part, expected)
    let version = version(of: part)
    let routes = routes(of: part)
    let root = required("root", of: part, "the container that everything stands in.").flatMap { container($0) }
    let data = part["data"].flatMap { object($0, "`data`") } ?? [:]
    let idle = part["idle"].flatMap { self.idle($0) }
    let senders = part["acceptsMessagesFrom"].flatMap { self.senders($0) } ?? []
    checkStarts(routes)
    checkPatterns(of: routes)
    guard faults.isEmpty, let name, let version, let root else { return nil }
    let app = App(
      name, version: version, root: root, routes: routes, data: .object(data), idle: idle, acceptsMessagesFrom: senders)
    return canStart(app) && canFollowLinks(app) && canMatchLinks(app) ? app : nil
  }

  private mutating func name(of part: Part, _ expected: String?) -> String? {
    guard let member = required("app", of: part, "the app's name."), let name = string(member, "The app's name") else {
      return nil
    }
    guard isAppName(name, at: member, "The app's name") else { return nil }
    if let expected, name != expected {
      note(
        "The app's name is \"\(name)\" here, but \"\(expected)\" where it is put; use one of them.", at: member.place)
    }
    return name
  }

  /// Reads the apps whose sessions may send messages to this one's. They need not exist.
  private mutating func senders(_ part: Part) -> Set<String>? {
    guard case .array = part.value else {
      note("`acceptsMessagesFrom` is a list of the names of apps; this is \(part.value.kind).", at: part.place)
      return nil
    }
    guard part.elements.count <= Self.maximumSenders else {
      note(
        "`acceptsMessagesFrom` names at most \(Self.maximumSenders) apps; this names \(part.elements.count).",
        at: part.place)
      return nil
    }
    var names: Set<String> = []
    for element in part.elements {
      guard let name = string(element, "The name of an app"), isAppName(name, at: element, "The name of an app") else {
        continue
      }
      if !names.insert(name).inserted {
        note("`acceptsMessagesFrom` names \(Spelling.quoted(name)) twice; once is enough.", at: element.place)
      }
    }
    return names
  }

  private static let maximumSenders = 100

  private mutating func isAppName(_ name: String, at part: Part, _ what: String) -> Bool {
    if Self.isAppName(name) { return true }
    note(
      "\(what) is 1 to 64 of a–z, 0–9, `-` and `_`, and begins with a letter or digit; this is \(part.value.excerpt).",
      at: part.place)
    return false
  }

  private static func isAppName(_ name: String) -> Bool {
    let isLetterOrDigit = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private mutating func version(of part: Part) -> Int? {
    guard let member = required("version", of: part, "an integer that grows with each change, 1 at first.") else {
      return nil
    }
    guard let version = member.value.integerValue, version >= 1 else {
      note("The version is an integer from 1; this is \(member.value.excerpt).", at: member.place)
      return nil
    }
    return Int(version)
  }

  /// Reads all routes, after their names, which other parts refer to.
  private mutating func routes(of part: Part) -> [Route] {
    guard let member = required("routes", of: part, "an object with a member for each route.") else { return [] }
    guard case .object(let object) = member.value else {
      note("`routes` is an object with a member for each route; this is \(member.value.kind).", at: member.place)
      return []
    }
    routeNames = object.names
    knownRoutes = []
    if object.isEmpty { note("An app needs at least one route.", at: member.place) }
    return member.members.filter { name, part in isRouteName(name, at: part.place) }
      .compactMap { name, part in route(name, part) }
  }

  private mutating func isRouteName(_ name: String, at place: JSONPointer) -> Bool {
    guard (1...64).contains(name.utf8.count) else {
      note("A route's name has 1 to 64 bytes; this has \(name.utf8.count).", at: place)
      return false
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      note("A route's name has no control characters.", at: place)
    }
    // Names that differ only in how a letter is composed are two in JSON, but nobody could tell them apart.
    if knownRoutes?.insert(name).inserted == false {
      note("Another route has a name that looks the same as \(Spelling.quoted(name)).", at: place)
    }
    return true
  }
}
