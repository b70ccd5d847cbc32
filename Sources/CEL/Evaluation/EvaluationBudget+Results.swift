import JSON

extension EvaluationBudget {
  /// Takes the steps for a result, which is written as JSON or as text: in proportion to all of its parts. A list that
  /// occurs in it several times counts each time, although it is stored once.
  ///
  /// - Throws: Also when the result is nested too deep. Values that grow by a level with each action would otherwise exceed
  ///   what can be parsed again, and then the stack.
  mutating func spend(result: CELValue) throws(EvaluationError) {
    switch result {
    case .string, .list, .map: break
    default: return
    }
    let allowed = steps * ResultWalk.partsPerStep
    var walk = ResultWalk(remaining: allowed)
    walk.visit(result)
    guard !walk.isTooDeep else {
      throw .badArgument("the result is nested more than \(ResultWalk.deepest) levels deep, the limit")
    }
    // The walk has ended early then, and its count is too low: one step more than remain is refused.
    try spend(walk.remaining < 0 ? steps + 1 : (allowed - walk.remaining) / ResultWalk.partsPerStep)
  }
}

/// A visit of all parts of a value, which ends when there are too many.
private struct ResultWalk {
  static let partsPerStep = 24
  private static let bytesPerPart = 16

  /// A client's value, of up to 1,000 levels, is less deep by the members and items of a path to which it can be assigned.
  static let deepest = 960

  private var depth = 0
  private(set) var isTooDeep = false
  /// The parts that may still come; negative: there were too many.
  private(set) var remaining: Int

  init(remaining: Int) {
    self.remaining = remaining
  }

  mutating func visit(_ value: CELValue) {
    remaining -= 1
    switch value {
    case .string(let text): visit(text)
    case .list(.values(let values)): visitAll(values) { $0.visit($1) }
    case .list(.json(let elements)): visitAll(elements) { $0.visit($1) }
    case .map(.entries(let entries)):
      visitAll(entries.pairs) {
        $0.visit($1.key.value)
        $0.visit($1.value)
      }
    case .map(.json(let members)): visit(members)
    default: break
    }
  }

  private mutating func visit(_ json: JSONValue) {
    remaining -= 1
    switch json {
    case .string(let text): visit(text)
    case .array(let elements): visitAll(elements) { $0.visit($1) }
    case .object(let members): visit(members)
    default: break
    }
  }

  private mutating func visit(_ members: JSONObject) {
    visitAll(members) {
      $0.remaining -= 1
      $0.visit($1.name)
      $0.visit($1.value)
    }
  }

  private mutating func visit(_ text: String) {
    remaining -= text.utf8.count / Self.bytesPerPart
  }

  private mutating func visitAll<Parts: Sequence>(_ parts: Parts, _ visit: (inout ResultWalk, Parts.Element) -> Void) {
    depth += 1
    defer { depth -= 1 }
    isTooDeep = isTooDeep || depth > Self.deepest
    for part in parts {
      guard remaining >= 0, !isTooDeep else { return }
      visit(&self, part)
    }
  }
}
