import Support
import JSON
import Navigation

/// The edits of a change, stored beside its row because they are long compared to the request.
///
/// A session stores each list once, by its hash, for all changes that apply or revert it; similar lists are stored as
/// patches of each other.
package final class StepList: Sendable {
  /// 32 hexadecimal digits.
  package let id: String
  /// The list that `content` is a patch of; nil: `content` is the list.
  package let base: String?
  /// nil: the list is already stored.
  package let content: [UInt8]?

  init(id: String, base: String? = nil, content: [UInt8]?) {
    self.id = id
    self.base = base
    self.content = content
  }

  static func id(of list: [UInt8]) -> String { Array(SHA256.hash(list).prefix(16)).hexadecimal }
}

/// A reference to a step list in a change's row.
package struct StepReference: Equatable, Sendable {
  package let id: String
  /// Whether the edits are the inverses of those in the list, in reverse order.
  package let isInverse: Bool

  private static let forward = Array("[[\"steps\",\"".utf8)
  private static let backward = Array("[[\"undo\",\"".utf8)
  private static let end = Array("\"]]".utf8)
  private static let idLength = 32

  /// The maximum bytes of a reference.
  package static let longest = forward.count + idLength + end.count

  init(id: String, isInverse: Bool) {
    self.id = id
    self.isInverse = isInverse
  }

  /// Parses the form that `bytes` returns; nil when these are edits themselves.
  package init?(_ edits: [UInt8]) {
    for (start, isInverse) in [(Self.forward, false), (Self.backward, true)] {
      guard edits.count == start.count + Self.idLength + Self.end.count, edits.starts(with: start) else { continue }
      self.init(id: String(decoding: edits[start.count...].prefix(Self.idLength), as: UTF8.self), isInverse: isInverse)
      return
    }
    return nil
  }

  var bytes: [UInt8] { (isInverse ? Self.backward : Self.forward) + id.utf8 + Self.end }

  /// Returns the stored list as a JSON array, of which the edits are the inverse if `isInverse` is true.
  ///
  /// - Parameter find: Returns the base and the content of a stored list; nil: it is missing.
  /// - Returns: nil when a list is missing or corrupted.
  package func list<Failure: Error>(
    find: (String) throws(Failure) -> (base: String?, content: [UInt8])?
  ) throws(Failure) -> [UInt8]? {
    var patches: [[UInt8]] = []
    var next = id
    while true {
      // A corrupted row may refer to itself.
      guard patches.count < Self.longestChain, let found = try find(next) else { return nil }
      guard let base = found.base else { return rendered(found.content, patches.reversed()) }
      patches.append(found.content)
      next = base
    }
  }

  private static let longestChain = 100_000

  private func rendered(_ root: [UInt8], _ patches: some Sequence<[UInt8]>) -> [UInt8]? {
    do {
      var list = root
      for patch in patches { list = try TextPatch(stored: try JSONValue(parsing: patch)).applied(to: list[...]) }
      return list
    } catch {
      return nil
    }
  }
}
