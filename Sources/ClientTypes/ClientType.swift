import JSON

/// The type of a JSON value in the code of a client.
indirect enum ClientType: Equatable, Sendable {
  /// Any value.
  case unknown
  case null
  case boolean
  case integer
  case number
  case string
  /// One of these values, each null, a boolean, a number or a string.
  case literals([JSONValue])
  case list(ClientType)
  /// An object with members of any name.
  case map(ClientType)
  case object([ClientField])
  /// A value or null.
  case nullable(ClientType)
  /// One of several types.
  case union([ClientType])
}

/// A member of an object.
struct ClientField: Equatable, Sendable {
  let name: String
  let type: ClientType
  /// Whether the member can be absent.
  var isOptional = false
  /// The description for people.
  var text: String?
}

extension ClientType {
  /// Whether the type has no members, or only unknown ones.
  var isEmpty: Bool { self == .object([]) || self == .map(.unknown) }
}
