/// The numbers of the ids that a repeated change makes: those that it has made before, then new ones.
package struct AllottedIDs: Sendable {
  /// The last one first.
  private var numbers: [Int]
  /// The last number of the session.
  package private(set) var last: Int

  /// - Parameters:
  ///   - numbers: The first numbers; nil stands for a new one.
  ///   - last: The last number of the session, which new ones follow.
  package init(_ numbers: [Int?], after last: Int) {
    var last = last
    self.numbers = []
    for number in numbers {
      if number == nil { last += 1 }
      self.numbers.append(number ?? last)
    }
    self.numbers.reverse()
    self.last = last
  }

  mutating func take() -> Int {
    if let number = numbers.popLast() { return number }
    last += 1
    return last
  }
}
