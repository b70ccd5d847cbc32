import Reduction
import ReductionTesting
import Testing

/// The message, the location and the report of a failure of the test store.
@Suite("TestFailure")
struct TestFailureTests {
  let failures = Log<TestFailure>()

  func store(_ state: [Int] = []) -> TestStore<[Int], Step, Void> {
    TestStore(state, reducer: steps, environment: ()) { [failures] in failures.append($0) }
  }

  @Test("A wrong expected change fails with a line-by-line difference")
  func wrongChange() {
    let store = TestStore(TwoCounters(), reducer: twoCounters, environment: CounterEnvironment()) { [failures] in
      failures.append($0)
    }
    store.send(.left(.increment)) { $0.left.count = 2 }
    store.finish()
    #expect(
      failures.entries.map(\.message) == [
        """
        The state after left(ReductionTests.CounterAction.increment) differs (− expected, + actual):
            ReductionTests.TwoCounters
              left: ReductionTests.CounterState
          −     count: 2
          +     count: 1
              right: ReductionTests.CounterState
                count: 0
          −   total: 0
          +   total: 1
        """
      ])
  }

  @Test("The difference shows added and removed lines at their positions")
  func severalLines() {
    let store = store([7, 8, 1])
    store.send(.add(9)) { $0 = [1, 5, 6, 9] }
    store.send(.add(2)) { $0 = [1, 2] }
    store.finish()
    #expect(
      failures.entries.map(\.message) == [
        """
        The state after add(9) differs (− expected, + actual):
            4 elements
          +   7
          +   8
              1
          −   5
          −   6
              9
        """,
        """
        The state after add(2) differs (− expected, + actual):
          − 2 elements
          + 5 elements
          +   7
          +   8
              1
          +   9
              2
        """,
      ])
  }

  @Test("A failure gives the file and the line of the test")
  func location() {
    let store = store()
    store.send(.add(1))
    let line = #line - 1
    store.finish()
    #expect(failures.entries.map(\.location.line) == [line])
    #expect(failures.entries.map(\.location.fileID) == [#fileID])
    #expect(failures.entries.first?.description.hasPrefix("\(#filePath):\(line): The state after") == true)
  }

  @Test("A test without `finish` fails")
  func unfinished() {
    do { store().send(.output("out")) }
    #expect(failures.entries.count == 1)
    #expect(failures.entries.first?.message.hasPrefix("The test ended without finish()") == true)
  }

  @Test("Without a report function, a failure stops the process")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      TestStore([], reducer: steps, environment: ()).send(.add(1))
    }
  }

  @Test("A failure says when unequal states print the same")
  func sameLooks() {
    struct Odd: Equatable, Sendable {
      static func == (one: Odd, other: Odd) -> Bool { false }
    }
    let store = TestStore(Odd(), reducer: Reducer<Odd, Int, Void>.empty, environment: ()) { [failures] in
      failures.append($0)
    }
    store.send(1)
    store.finish()
    #expect(failures.entries.first?.message.contains("print the same") == true)
  }
}
