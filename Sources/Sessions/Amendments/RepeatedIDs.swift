import Navigation

/// The ids for the screens and timers of repeated changes: those that they have had, if the route is the same, otherwise
/// new ones.
struct RepeatedIDs: Sendable {
  /// The last number of the session, which new ones follow.
  private(set) var last: Int
  /// The parts that earlier amendments have made, which a change can have again.
  private var pool: [MadeParts.Part]

  init(after last: Int, _ pool: [MadeParts.Part]) {
    self.last = last
    self.pool = pool
  }

  /// Carries out a change with the ids that fit, in as many attempts as that takes.
  ///
  /// - Parameter former: What the change has made before.
  mutating func keep(
    _ former: [MadeParts.Part], in draft: inout Draft, _ perform: (inout Draft) throws(ActionError) -> Void
  ) throws(ActionError) {
    let start = draft
    var numbers: [Int?] = former.map(\.number)
    // Without such a number, as when the client has given the ids, they cannot be chosen.
    for isLast in [false, true] {
      let allotted = AllottedIDs(numbers, after: last)
      do throws(ActionError) {
        let first = numbers.lazy.compactMap { $0 }.min() ?? last + 1
        draft.makeIDs(after: first - 1, allotted)
        try perform(&draft)
      } catch {
        draft = start
        throw error
      }
      let made = MadeParts(of: draft.edits).parts
      let fitting = choose(for: made, from: former)
      let areKept = zip(made, fitting).allSatisfy { part, number in
        number == part.number || part.number > last && (number == nil || isLast)
      }
      if areKept { return accept(made, &draft) }
      draft = start
      numbers = fitting
    }
    // Ids of restored containers are made in the order of the tree.
    draft.makeIDs(after: last)
    do throws(ActionError) { try perform(&draft) } catch {
      draft = start
      throw error
    }
    accept(MadeParts(of: draft.edits).parts, &draft)
  }

  /// The numbers that parts can have again; nil: a new one.
  private func choose(for made: [MadeParts.Part], from former: [MadeParts.Part]) -> [Int?] {
    var free = former + pool
    return made.map { part in
      let same = free.firstIndex { $0 == part } ?? free.firstIndex { $0.kind == part.kind }
      return same.map { free.remove(at: $0).number }
    }
  }

  private mutating func accept(_ made: [MadeParts.Part], _ draft: inout Draft) {
    for part in made { pool.removeAll { $0.number == part.number } }
    last = max(last, made.last?.number ?? 0)
    draft.makeIDs(after: draft.tree.lastID)
  }
}
