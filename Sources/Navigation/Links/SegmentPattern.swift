/// What a segment of a link may look like: what stands in the parentheses of `:id(\d+)`.
///
/// Follows all ways through the pattern at once, a character at a time, so that the time is linear in the text and the
/// memory that of the pattern, whatever both are.
struct SegmentPattern: Sendable {
  private var steps: [Step] = []

  private enum Step: Sendable {
    case take(ScalarSet)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case accept
  }

  /// What a pattern is made of, before it is laid out in steps.
  indirect enum Node {
    case one(ScalarSet)
    case sequence([Node])
    case either([Node])
    /// - Parameter most: nil: as often as one likes.
    case repeated(Node, least: Int, most: Int?)
  }

  /// More steps than any pattern for one segment needs; `{9}` within `{9}` multiplies them.
  private static let maximumSteps = 1_000

  /// - Returns: nil when it would be too large.
  init?(_ node: Node) {
    guard add(node), steps.count < Self.maximumSteps else { return nil }
    steps.append(.accept)
  }

  /// Whether the whole text is as the pattern says.
  func matches(_ text: String) -> Bool {
    var places = Places(steps.count)
    var next = places
    follow(0, &places)
    for scalar in text.unicodeScalars {
      next.removeAll()
      for place in places.list {
        if case .take(let set) = steps[place], set.contains(scalar) { follow(place + 1, &next) }
      }
      swap(&places, &next)
      if places.list.isEmpty { return false }
    }
    return places.isIn[steps.count - 1]
  }

  /// Places in the pattern, each once.
  private struct Places {
    var list: [Int] = []
    var isIn: [Bool]

    init(_ count: Int) { isIn = Array(repeating: false, count: count) }

    mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      for place in isIn.indices { isIn[place] = false }
    }
  }

  /// Adds a place, and those that lie behind it without a character between.
  private func follow(_ start: Int, _ places: inout Places) {
    var waiting = [start]
    while let place = waiting.popLast() {
      guard !places.isIn[place] else { continue }
      places.isIn[place] = true
      switch steps[place] {
      case .take, .accept: places.list.append(place)
      case .jump(let next): waiting.append(next)
      case .split(let one, let other): waiting += [other, one]
      }
    }
  }

  /// Lays a node out behind the steps there are; false when there are too many.
  private mutating func add(_ node: Node) -> Bool {
    guard steps.count < Self.maximumSteps else { return false }
    switch node {
    case .one(let set):
      steps.append(.take(set))
      return true
    case .sequence(let nodes):
      return nodes.allSatisfy { add($0) }
    case .either(let nodes):
      return add(either: nodes)
    case .repeated(let node, let least, let most):
      guard (0..<least).allSatisfy({ _ in add(node) }) else { return false }
      guard let most else { return addLoop(node) }
      return (least..<most).allSatisfy { _ in addOptional(node) }
    }
  }

  private mutating func add(either nodes: [Node]) -> Bool {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      let split = steps.count
      if index < nodes.count - 1 { steps.append(.jump(split)) }
      guard add(node) else { return false }
      guard index < nodes.count - 1 else { break }
      ends.append(steps.count)
      steps.append(.jump(steps.count))
      steps[split] = .split(split + 1, steps.count)
    }
    for end in ends { steps[end] = .jump(steps.count) }
    return true
  }

  private mutating func addLoop(_ node: Node) -> Bool {
    let split = steps.count
    steps.append(.jump(split))
    guard add(node) else { return false }
    steps.append(.jump(split))
    steps[split] = .split(split + 1, steps.count)
    return true
  }

  private mutating func addOptional(_ node: Node) -> Bool {
    let split = steps.count
    steps.append(.jump(split))
    guard add(node) else { return false }
    steps[split] = .split(split + 1, steps.count)
    return true
  }
}
