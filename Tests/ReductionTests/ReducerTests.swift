import Reduction
import Testing

@Suite("Reducer")
struct ReducerTests {
  @Test("Calling a reducer changes the state and returns the effect")
  func call() throws {
    var state = [1]
    let effect = try steps.reduce(&state, .chain(2, [.add(3)]), ())
    #expect(state == [1, 2])
    #expect(effect == .send(.add(3)))
  }

  @Test("A refusal rolls back the changes of the reducer")
  func refusalUndoes() {
    var state = [1]
    #expect(throws: Step.refusal) { try steps.reduce(&state, .addAndRefuse(2), ()) }
    #expect(state == [1])
  }

  @Test("A refusingFirst reducer either refuses without a change or reduces")
  func refusingFirst() throws {
    let reducer = Reducer<Int, Int, Void>.refusingFirst { sum, number, _ throws(Refusal) in
      guard number > 0 else { throw Step.refusal }
      sum += number
      return .none
    }
    var sum = 1
    #expect(throws: Step.refusal) { try reducer.reduce(&sum, 0, ()) }
    #expect(sum == 1)
    #expect(try reducer.reduce(&sum, 2, ()).isEmpty)
    #expect(sum == 3)
  }

  @Test("A refusingFirst reducer changes a large array in place")
  func refusingFirstInPlace() throws {
    let reducer = Reducer<[Int], Int, Void>.refusingFirst { numbers, number, _ in
      numbers[0] = number
      return .none
    }
    var numbers = Array(repeating: 0, count: 1000)
    let before = numbers.withUnsafeBufferPointer(\.baseAddress)
    _ = try reducer.reduce(&numbers, 7, ())
    #expect(numbers[0] == 7)
    #expect(numbers.withUnsafeBufferPointer(\.baseAddress) == before)
  }

  @Test("A reducer uses the environment that the caller passes")
  func environment() throws {
    var state = CounterState(count: 1)
    _ = try counter.reduce(&state, .increment, SendRouteEnvironment(CounterEnvironment(step: 5)))
    #expect(state == CounterState(count: 6))
  }
}
