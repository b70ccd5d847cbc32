import JSON
import Navigation

/// The step lists that a session most recently stored. A new list is stored as a patch of a similar one. Has to
/// be emptied when a write fails or the history is pruned, because a list may be missing then.
struct RecentStepLists: Sendable {
  private var lists: [Entry] = []
  /// The total bytes of the lists.
  private(set) var size = 0

  private struct Entry: Sendable {
    let id: String
    let text: [UInt8]
    /// The number of patches down to a list that is stored whole, and their bytes.
    let depth: Int
    let patched: Int
  }

  private static let capacity = 1 << 20
  private static let longestChain = 1_024
  /// The number of recent lists that are tried if the patch of the most similar one is long.
  private static let tried = 3

  /// Returns the form to store a list in, and records the list as the most recent one.
  mutating func record(_ text: [UInt8]) -> StepList {
    let id = StepList.id(of: text)
    if let known = lists.firstIndex(where: { $0.id == id }) {
      let entry = lists.remove(at: known)
      lists.append(entry)
      return StepList(id: id, content: nil)
    }
    var entry = Entry(id: id, text: text, depth: 0, patched: 0)
    var list = StepList(id: id, content: text)
    // Stored whole if the chain of patches would exceed the list: faster to read, and no larger in total.
    if let (base, patch) = shortestPatch(to: text), base.patched + patch.count <= text.count {
      list = StepList(id: id, base: base.id, content: patch)
      entry = Entry(id: id, text: text, depth: base.depth + 1, patched: base.patched + patch.count)
    }
    add(entry)
    return list
  }

  private mutating func add(_ entry: Entry) {
    lists.append(entry)
    size += entry.text.count
    while size > Self.capacity, lists.count > 1 { size -= lists.removeFirst().text.count }
  }

  private static func patch(from base: [UInt8], to text: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    TextPatch(from: base, to: text).write(to: &json)
    return json.bytes
  }

  /// Returns the shortest of some patches to the text, and its base.
  private func shortestPatch(to text: [UInt8]) -> (base: Entry, patch: [UInt8])? {
    var shortest: (base: Entry, patch: [UInt8])?
    for base in bases(of: text) {
      let patch = Self.patch(from: base.text, to: text)
      if shortest.map({ base.patched + patch.count < $0.base.patched + $0.patch.count }) ?? true {
        shortest = (base, patch)
      }
      if patch.count <= text.count / 8 { break }
    }
    return shortest
  }

  /// The list that shares the longest beginning and end with the text; then the most recent ones of which a patch may be
  /// shorter, since they may share a long piece in the middle.
  private func bases(of text: [UInt8]) -> [Entry] {
    let usable = lists.filter { $0.depth < Self.longestChain }
    guard let first = usable.max(by: { Self.shared($0.text, text) < Self.shared($1.text, text) }) else { return [] }
    let others = usable.reversed().filter { $0.id != first.id && $0.text.count >= text.count / 2 }
    return [first] + others.prefix(Self.tried)
  }

  private static func shared(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let limit = min(one.count, other.count)
    var prefix = 0
    while prefix < limit, one[prefix] == other[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit - prefix, one[one.count - 1 - suffix] == other[other.count - 1 - suffix] { suffix += 1 }
    return prefix + suffix
  }
}
