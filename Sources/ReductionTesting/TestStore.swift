import Reduction

/// A store in which a test names all that happens: it fails on any change, action, output, delayed effect, cancellation,
/// message or refusal that the test does not name.
///
/// Knows no test framework; gives what it finds to `report`. With Swift Testing:
/// ```swift
/// func record(_ failure: TestFailure) {
///   let place = failure.location
///   Issue.record(
///     Comment(rawValue: failure.message),
///     sourceLocation: SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
/// }
///
/// @Test("a push sends a route with the count") func push() {
///   let store = TestStore(CounterState(), reducer: counter, environment: SendRouteEnvironment(), report: record)
///   store.send(.increment) { $0.count = 1 }
///   store.send(.push)
///   store.expectOutput(CounterRoute.push(count: 1))
///   store.finish()
/// }
/// ```
public final class TestStore<State: Equatable & Sendable, Action: Equatable & Sendable, Environment: Sendable> {
  /// What there is, named or not yet.
  struct Record {
    var state: State
    var fedBack = FeedbackQueue<Action>()
    var outputs: [any Output] = []
    var messages: [(recipient: String, message: any Message)] = []
    var delayed = Timeline<DelayedEffect>()
    var cancelled: [EffectID] = []
    /// The numbers, in `delayed`, of those that the test named.
    var named: Set<Int> = []
  }

  struct DelayedEffect {
    let id: EffectID
    let delay: Duration
    let action: Action
  }

  var record: Record
  /// The record before the last action that was not fed back: a refusal of what it feeds back leads here.
  private var recordBefore: Record
  var refusal: (action: Action, refusal: Refusal)?
  /// The time to which the test advanced. The record's own time stays behind until all that was due is received.
  var time = Duration.zero
  var isFinished = false

  private let reducer: Reducer<State, Action, Environment>
  private let environment: Environment
  private let report: (TestFailure) -> Void
  private let origin: TestLocation

  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - report: Gets each failure; without one a failure ends the process with its text.
  public init(
    _ state: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    report: @escaping (TestFailure) -> Void = { fatalError($0.description) },
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    record = Record(state: state)
    recordBefore = record
    self.reducer = reducer
    self.environment = environment
    self.report = report
    origin = TestLocation(fileID: fileID, filePath: filePath, line: line)
  }

  deinit {
    if !isFinished {
      fail(
        "The test ended without finish(), so what it left unnamed was not looked for. Call finish() last.", at: origin)
    }
  }

  /// The state after the last action that was sent or received.
  public var state: State { record.state }

  /// Takes `action`, and fails unless the state then is what `change` makes of the state before.
  ///
  /// - Parameter change: Makes the expected state of the former one; without it no change is expected.
  public func send(
    _ action: Action, _ change: ((inout State) -> Void)? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    requireNothingToReceive("send(\(action))", at: location)
    record.delayed.move(to: time)
    recordBefore = record
    take(action, change, at: location)
  }

  /// Takes the next action that was fed back, or else the next delayed one whose time has come.
  ///
  /// - Parameters:
  ///   - action: What that action has to be.
  ///   - change: Makes the expected state of the former one; without it no change is expected.
  public func receive(
    _ action: Action, _ change: ((inout State) -> Void)? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    requireNoRefusal("receive(\(action))", at: location)
    guard let received = nextToReceive() else {
      return fail("receive(\(action)): nothing was fed back, and nothing delayed is due.\(pendingHint)", at: location)
    }
    if received != action {
      let difference = StateDifference(expected: action, actual: received)
      fail("receive(\(action)): another action came (− expected, + came):\n\(difference)", at: location)
    }
    take(received, change, at: location)
  }

  private func nextToReceive() -> Action? {
    if let fedBack = record.fedBack.next() { return fedBack }
    guard let due = record.delayed.next(until: time) else { return nil }
    recordBefore = record
    return due.action
  }

  private func take(_ action: Action, _ change: ((inout State) -> Void)?, at location: TestLocation) {
    let before = record.state
    var expected = before
    change?(&expected)
    do throws(Refusal) {
      let effect = try reducer.reduce(&record.state, action, environment)
      effect.forEach(note)
      requireState(expected, after: action, at: location)
    } catch {
      refusal = (action, error)
      if expected != before {
        fail("\(action) was refused (\(error)), but the test expects a change:\n\(difference(expected))", at: location)
      }
      record = recordBefore
    }
  }

  private func requireState(_ expected: State, after action: Action, at location: TestLocation) {
    guard expected != record.state else { return }
    fail("The state after \(action) is another (− expected, + is):\n\(difference(expected))", at: location)
  }

  private func difference(_ expected: State) -> StateDifference {
    StateDifference(expected: expected, actual: record.state)
  }

  private func note(_ operation: Effect<Action>.Operation) {
    guard !record.fedBack.take(operation) else { return }
    switch operation {
    case .send, .sendWithin: break  // Were fed back.
    case .output(let output): record.outputs.append(output)
    case .message(let recipient, let message): record.messages.append((recipient, message))
    case .cancel(let id): cancel(id)
    case .cancelAll(let scope):
      for pending in record.delayed.waiting.map(\.entry.id) where pending.isUnder(scope) { cancel(pending) }
    case .after(let id, let delay, let action):
      cancel(id)
      record.delayed.add(DelayedEffect(id: id, delay: delay, action: action), after: delay)
    }
  }

  private func cancel(_ id: EffectID) {
    guard let waiting = record.delayed.waiting.first(where: { $0.entry.id == id }) else { return }
    record.delayed.remove(waiting.number)
    record.cancelled.append(id)
  }

  func fail(_ message: String, at location: TestLocation) {
    report(TestFailure(message: message, location: location))
  }
}
