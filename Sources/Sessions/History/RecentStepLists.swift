import JSON
import Navigation

/// The lists of steps that a session's store has given the journal last: the next one is stored as a patch of the one that is
/// most like it. Has to be emptied when one of them was not written, or when the history is pruned: then a list may be gone.
struct RecentStepLists: Sendable {
  private var lists: [Entry] = []
  /// Bytes of the lists.
  private(set) var size = 0

  private struct Entry: Sendable {
    let id: String
    let text: [UInt8]
    /// Patches between it and a list that is stored whole, and their bytes.
    let depth: Int
    let patched: Int
  }

  private static let capacity = 1 << 20
  private static let longestChain = 1_024

  /// Forms what is stored of a list, and notes it as the most recent one.
  mutating func record(_ text: [UInt8]) -> StepList {
    let id = StepList.id(of: text)
    if let known = lists.firstIndex(where: { $0.id == id }) {
      let entry = lists.remove(at: known)
      lists.append(entry)
      return StepList(id: id, content: nil)
    }
    var entry = Entry(id: id, text: text, depth: 0, patched: 0)
    var list = StepList(id: id, content: text)
    if let base = mostAlike(text), base.depth < Self.longestChain {
      let patch = Self.patch(from: base.text, to: text)
      // A list that is mostly patches is stored whole: that is read faster and costs no more than they have cost.
      if base.patched + patch.count <= text.count {
        list = StepList(id: id, base: base.id, content: patch)
        entry = Entry(id: id, text: text, depth: base.depth + 1, patched: base.patched + patch.count)
      }
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

  /// The list that shares most with it at its beginning and its end.
  private func mostAlike(_ text: [UInt8]) -> Entry? {
    lists.max { Self.shared($0.text, text) < Self.shared($1.text, text) }
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
