import Reduction
import Testing

@Suite("Reducer.optional, ifLet and ifCaseLet")
struct OptionalTests {
  struct Sheet: Equatable { var numbers: [Int]?, sum = 0 }

  /// Sums the numbers of the child, so that the sum shows which reducer ran first.
  static let sheet = Reducer<Sheet, Step, Void> { sheet, _, _ in
    sheet.sum = sheet.numbers?.reduce(0, +) ?? 0
    return .none
  }.ifLet(\.numbers, action: .self, environment: { $0 }, then: steps)

  @Test("An optional reducer reduces a present state")
  func present() throws {
    var state: [Int]? = [1]
    #expect(try steps.optional().reduce(&state, .chain(2, [.add(3)]), ()) == .send(.add(3)))
    #expect(state == [1, 2])
  }

  @Test("An optional reducer refuses an action for an absent state with the chosen refusal")
  func absent() {
    let gone = Refusal.state("screen-gone", "It was closed.")
    var state: [Int]?
    #expect(throws: Refusal.stateAbsent) { try steps.optional().reduce(&state, .add(1), ()) }
    #expect(throws: gone) { try steps.optional(otherwise: gone).reduce(&state, .add(1), ()) }
    #expect(state == nil)
  }

  @Test("A refusal leaves the optional state unchanged")
  func refusal() {
    var state: [Int]? = [1]
    #expect(throws: Step.refusal) { try steps.optional().reduce(&state, .addAndRefuse(2), ()) }
    #expect(state == [1])
  }

  @Test("A refusingFirst reducer changes an optional state in place")
  func inPlace() throws {
    let reducer = Reducer<[Int], Int, Void>.refusingFirst { numbers, number, _ in
      numbers[0] = number
      return .none
    }
    var state: [Int]? = Array(repeating: 0, count: 1000)
    let before = state?.withUnsafeBufferPointer(\.baseAddress)
    _ = try reducer.optional().reduce(&state, 7, ())
    #expect(state?[0] == 7)
    #expect(state?.withUnsafeBufferPointer(\.baseAddress) == before)
  }

  @Test("The reducer `ifLet` runs the child before its parent")
  func ifLet() throws {
    var state = Sheet(numbers: [1])
    _ = try Self.sheet.reduce(&state, .add(2), ())
    #expect(state == Sheet(numbers: [1, 2], sum: 3))
  }

  @Test("The reducer `ifLet` refuses an action for an absent child")
  func ifLetAbsent() {
    var state = Sheet(sum: 5)
    #expect(throws: Refusal.stateAbsent) { try Self.sheet.reduce(&state, .add(2), ()) }
    #expect(state == Sheet(sum: 5))
  }

  @Test("The reducer `ifCaseLet` runs the child before its parent and refuses in another case")
  func ifCaseLet() throws {
    let seen = Log<Screen>()
    let reducer = Reducer<Screen, CounterAction, CounterEnvironment> { state, _, _ in
      seen.append(state)
      return .none
    }.ifCaseLet(.counter, action: .self, environment: { SendRouteEnvironment($0) }, then: counter)
    var state = Screen.counter(CounterState(count: 1))
    _ = try reducer.reduce(&state, .increment, CounterEnvironment())
    #expect(seen.entries == [.counter(CounterState(count: 2))])
    state = .loading
    #expect(throws: Refusal.stateAbsent) { try reducer.reduce(&state, .increment, CounterEnvironment()) }
  }
}
