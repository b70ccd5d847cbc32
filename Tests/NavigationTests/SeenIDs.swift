@testable import Navigation

/// The ids that a session has used.
struct SeenIDs {
  private var seen: Set<String>
  private var present: Set<String>

  init(of tree: Tree) {
    present = Set(tree.root.idList)
    seen = present
  }

  mutating func faults(in tree: Tree) -> [String] {
    let list = tree.root.idList
    let former = present
    present = Set(list)
    let new = present.subtracting(former)
    defer { seen.formUnion(present) }
    var faults = present.count == list.count ? [] : ["an id that stands twice"]
    if !new.isDisjoint(with: seen) { faults.append("an id of a removed screen") }
    return faults
  }
}

extension Container {
  var idList: [String] {
    [id] + (screens + presented.map(\.screen)).flatMap { [$0.id] + ($0.content?.idList ?? []) }
  }
}
