import Navigation

/// The ids for the screens and timers of repeated changes: those that they have had, if the route is the same, otherwise
/// new ones.
struct RepeatedIDs: Sendable {
  /// The last number of the session, which new ones follow.
  private(set) var last: Int
  /// The parts that earlier amendments have made, which a change can have again.
  private var pool: FreeNumbers

  init(after last: Int, _ pool: [Int: MadeParts.Kind?]) {
    self.last = last
    self.pool = FreeNumbers(pool)
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
      let first = numbers.lazy.compactMap { $0 }.min() ?? last + 1
      let made = try attempt(from: first, AllottedIDs(numbers, after: last), &draft, start, perform)
      let fitting = choose(for: made, from: former)
      let areKept = zip(made, fitting).allSatisfy { part, number in
        number == part.number || part.number > last && (number == nil || isLast)
      }
      if areKept { return accept(made, &draft) }
      for case let number? in fitting { pool.giveBack(number) }
      numbers = fitting
    }
    accept(try attempt(from: last + 1, nil, &draft, start, perform), &draft)
  }

  /// Carries out a change from the start.
  ///
  /// - Returns: What it has made. If it is refused, the draft is as at the start.
  private func attempt(
    from first: Int, _ allotted: AllottedIDs?, _ draft: inout Draft, _ start: Draft,
    _ perform: (inout Draft) throws(ActionError) -> Void
  ) throws(ActionError) -> [MadeParts.Part] {
    draft = start
    draft.makeIDs(after: first - 1, allotted)
    do throws(ActionError) { try perform(&draft) } catch {
      draft = start
      throw error
    }
    return MadeParts(of: draft.edits).parts
  }

  /// The numbers that parts can have again; nil: a new one.
  private mutating func choose(for made: [MadeParts.Part], from former: [MadeParts.Part]) -> [Int?] {
    var own = FreeNumbers(Dictionary(former.map { ($0.number, $0.kind) }) { first, _ in first })
    return made.map { own.take($0) ?? pool.take($0) ?? own.take(like: $0) ?? pool.take(like: $0) }
  }

  private mutating func accept(_ made: [MadeParts.Part], _ draft: inout Draft) {
    for part in made { pool.remove(part.number) }
    last = max(last, made.last?.number ?? 0)
    draft.makeIDs(after: draft.tree.lastID)
  }
}

/// Numbers that parts have had and can have again, in their order.
private struct FreeNumbers: Sendable {
  /// The kinds of all numbers; nil: unknown, so that any part can have the number.
  private let kinds: [Int: MadeParts.Kind?]
  private let queues: [MadeParts.Kind?: [Int]]
  /// The index of the first number of a kind that may be free.
  private var heads: [MadeParts.Kind?: Int] = [:]
  private var taken: Set<Int> = []

  init(_ kinds: [Int: MadeParts.Kind?]) {
    self.kinds = kinds
    queues = Dictionary(grouping: kinds.sorted { $0.key < $1.key }) { $0.value }.mapValues { $0.map(\.key) }
  }

  /// Whether a part can have its number again.
  func fits(_ part: MadeParts.Part) -> Bool {
    guard let kind = kinds[part.number], !taken.contains(part.number) else { return false }
    return kind == nil || kind == part.kind
  }

  /// Takes the number of a part; nil: the part cannot have it again.
  mutating func take(_ part: MadeParts.Part) -> Int? {
    guard fits(part) else { return nil }
    remove(part.number)
    return part.number
  }

  /// Takes the first number for a part of a kind; nil: there is none.
  mutating func take(like part: MadeParts.Part) -> Int? {
    guard let number = [part.kind, nil].compactMap({ first($0) }).min() else { return nil }
    remove(number)
    return number
  }

  mutating func remove(_ number: Int) {
    if kinds[number] != nil { taken.insert(number) }
  }

  mutating func giveBack(_ number: Int) {
    guard taken.remove(number) != nil, let kind = kinds[number] else { return }
    while let head = heads[kind], head > 0, let queue = queues[kind], queue[head - 1] >= number {
      heads[kind] = head - 1
    }
  }

  private mutating func first(_ kind: MadeParts.Kind?) -> Int? {
    guard let queue = queues[kind] else { return nil }
    var head = heads[kind] ?? 0
    while head < queue.count, taken.contains(queue[head]) { head += 1 }
    heads[kind] = head
    return head < queue.count ? queue[head] : nil
  }
}
