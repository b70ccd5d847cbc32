import Reduction

/// A store for tests that are exhaustive: a change, action or effect that the test does not expect is a failure.
///
/// A test sends actions and states the new state, receives the actions that are fed back or fall due, and expects each
/// output, message, delayed effect, cancellation and refusal. Anything else is reported with a difference of expected
/// and actual values. Time passes only by ``advance(by:fileID:filePath:line:)``.
///
/// The store depends on no test framework; it passes failures to `report`. With Swift Testing:
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
/// A delayed effect:
/// ```swift
/// store.send(.incrementLater)
/// store.expectDelayed(.increment, id: "increment", after: .seconds(1))
/// store.advance(by: .seconds(1))
/// store.receive(.increment) { $0.count = 1 }
/// ```
///
/// ## Topics
///
/// ### Running actions
/// - ``send(_:_:fileID:filePath:line:)``
/// - ``receive(_:_:fileID:filePath:line:)``
/// - ``advance(by:fileID:filePath:line:)``
/// - ``finish(fileID:filePath:line:)``
///
/// ### Expecting effects
/// - ``expectOutput(_:fileID:filePath:line:)``
/// - ``expectMessage(to:_:fileID:filePath:line:)``
/// - ``expectDelayed(_:id:after:fileID:filePath:line:)``
/// - ``expectCancelled(_:fileID:filePath:line:)``
/// - ``expectRefusal(code:fileID:filePath:line:)``
public final class TestStore<State: Equatable & Sendable, Action: Equatable & Sendable, Environment: Sendable> {
  /// The state and the effects so far, expected or not yet.
  struct Record {
    var state: State
    var fedBack = FeedbackQueue<Action>()
    var outputs: [any Output] = []
    var messages: [(recipient: String, message: any Message)] = []
    var delayed = Timeline<DelayedEffect>()
    var cancelled: [EffectID] = []
    /// The numbers in `delayed` of the effects that the test expected.
    var named: Set<Int> = []
  }

  struct DelayedEffect {
    let id: EffectID
    let delay: Duration
    let action: Action
    /// Nil: it fires once.
    var recurrence: Recurrence?
  }

  var record: Record
  /// The record before the last sent or due action, restored when that action or one that it feeds back is refused.
  private var recordBefore: Record
  var refusal: (action: Action, refusal: Refusal)?
  /// The time to which the test advanced. The time of `delayed` stays behind until all due actions are received.
  var time = Duration.zero
  var isFinished = false

  private let reducer: Reducer<State, Action, Environment>
  private let environment: Environment
  private let report: (TestFailure) -> Void
  private let origin: TestLocation

  /// Creates a store that runs `reducer` on `state`.
  ///
  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - reducer: The reducer to test.
  ///   - environment: The dependencies of the reducer.
  ///   - report: Receives each failure. By default a failure ends the process with its text.
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
        "The test ended without finish(), which checks for unexpected effects. Call finish() last.", at: origin)
    }
  }

  /// The state after the last sent or received action.
  public var state: State { record.state }

  /// Sends `action`, and fails unless the new state equals the one that `change` makes.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - change: Changes the previous state to the expected one. Nil: no change is expected.
  public func send(
    _ action: Action, _ change: ((inout State) -> Void)? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    requireNothingToReceive("send(\(action))", at: location)
    record.delayed.move(to: time)
    recordBefore = record
    process(action, change, at: location)
  }

  /// Receives the next fed-back action, or else the next delayed action that is due.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - change: Changes the previous state to the expected one. Nil: no change is expected.
  public func receive(
    _ action: Action, _ change: ((inout State) -> Void)? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    requireNoRefusal("receive(\(action))", at: location)
    guard let received = nextToReceive() else {
      return fail(
        "receive(\(action)): no action was fed back, and no delayed action is due.\(pendingHint)", at: location)
    }
    if received != action {
      let difference = StateDifference(expected: action, actual: received)
      fail("receive(\(action)): a different action was received (− expected, + received):\n\(difference)", at: location)
    }
    process(received, change, at: location)
  }

  private func nextToReceive() -> Action? {
    if let fedBack = record.fedBack.next() { return fedBack }
    guard let due = record.delayed.next(until: time) else { return nil }
    let now = record.delayed.now.milliseconds
    if let recurrence = due.recurrence, let next = recurrence.next(after: now) {
      record.delayed.add(due, after: .milliseconds(next - now))
    }
    recordBefore = record
    return due.action
  }

  private func process(_ action: Action, _ change: ((inout State) -> Void)?, at location: TestLocation) {
    let before = record.state
    var expected = before
    change?(&expected)
    do throws(Refusal) {
      let effect = try reducer.reduce(&record.state, action, environment)
      effect.forEach(recordOperation)
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
    fail("The state after \(action) differs (− expected, + actual):\n\(difference(expected))", at: location)
  }

  private func difference(_ expected: State) -> StateDifference {
    StateDifference(expected: expected, actual: record.state)
  }

  private func recordOperation(_ operation: Effect<Action>.Operation) {
    guard !record.fedBack.handle(operation) else { return }
    switch operation {
    case .send, .sendWithin: break  // Already in the feedback queue.
    case .output(let output): record.outputs.append(output)
    case .message(let recipient, let message): record.messages.append((recipient, message))
    case .cancel(let id): cancel(id)
    case .cancelAll(let scope):
      for pending in record.delayed.waiting.map(\.entry.id) where pending.isUnder(scope) { cancel(pending) }
    case .schedule(let id, let time, let action):
      cancel(id)
      delay(id, time, action)
    }
  }

  private func delay(_ id: EffectID, _ time: EffectTime, _ action: Action) {
    let now = record.delayed.now.milliseconds
    var effect: DelayedEffect
    switch time {
    case .after(let delay): effect = DelayedEffect(id: id, delay: delay, action: action)
    case .at(let time): effect = DelayedEffect(id: id, delay: .milliseconds(max(time, now) - now), action: action)
    case .every(let recurrence):
      guard let (recurrence, first) = recurrence.set(at: now) else { return }
      effect = DelayedEffect(id: id, delay: .milliseconds(first - now), action: action, recurrence: recurrence)
    }
    record.delayed.add(effect, after: effect.delay)
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
