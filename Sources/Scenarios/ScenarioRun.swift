import JSON
import Navigation
import Sessions

/// A run of a scenario in a session of its own.
package struct ScenarioRun {
  /// A difference between the expectation of a step and the session.
  package struct Failure: Sendable {
    /// The place in the file of the scenario.
    package let place: JSONPointer
    /// The scenario, the step and the difference.
    package let description: String
  }

  private let scenario: Scenario
  private var session: TransientSession
  private var names = ScreenNames()
  /// The versions for the next steps that migrate.
  private var versions: ArraySlice<App>

  /// Runs a scenario until the first step with failures.
  ///
  /// - Parameter versions: The apps of ``Scenario/migrations``.
  /// - Returns: The failures; none: the scenario has passed.
  package static func failures(of scenario: Scenario, _ app: App, migratingTo versions: [App] = []) -> [Failure] {
    do {
      let session = try TransientSession(of: app, scenario.start, at: scenario.at)
      var run = ScenarioRun(scenario: scenario, session: session, versions: versions[...])
      return try run.run()
    } catch let refused as ActionError {
      return failures(of: scenario, refusedAtStart: refused)
    } catch {
      return [Failure(place: scenario.place, description: "\(scenario.name): \(error)")]
    }
  }

  private init(scenario: Scenario, session: TransientSession, versions: ArraySlice<App>) {
    self.scenario = scenario
    self.session = session
    self.versions = versions
  }

  /// Compares the refusal of the start with the expectation of the first step, after which there can be no other.
  private static func failures(of scenario: Scenario, refusedAtStart refused: ActionError) -> [Failure] {
    guard let first = scenario.steps.first, case .nothing = first.event, let expectation = first.expectation else {
      return [Failure(place: scenario.place, description: "\(scenario.name), start: refused: \(refused.refusal)")]
    }
    var check = ExpectationCheck(Observation(of: refused), ScreenNames())
    _ = check.run(expectation)
    var failures = check.mismatches.map {
      Failure(place: $0.place, description: "\(scenario.name), start: \($0.detail)")
    }
    if scenario.steps.count > 1 {
      let detail = "\(scenario.name), step 2: the start is refused, so there is no session for further steps."
      failures.append(Failure(place: scenario.steps[1].place, description: detail))
    }
    return failures
  }

  private mutating func run() throws(JSONError) -> [Failure] {
    var earlier = [session.started] + session.deliver()
    for (index, step) in scenario.steps.enumerated() {
      let mismatches = try perform(step, after: earlier)
      earlier = []
      guard mismatches.isEmpty else {
        let name = "\(scenario.name), step \(index + 1) (\(step.event.name))"
        return mismatches.map { Failure(place: $0.place, description: "\(name): \($0.detail)") }
      }
    }
    return []
  }

  /// - Parameter earlier: The changes of the start. A first step without an event expects their outputs, messages and
  ///   calls.
  private mutating func perform(
    _ step: Scenario.Step, after earlier: [TransientSession.Change]
  ) throws(JSONError) -> [ExpectationCheck.Mismatch] {
    let (changes, refused) = try perform(step.event)
    var seen = try Observation(of: session)
    if case .nothing = step.event { for change in earlier { seen.add(change) } }
    for change in changes { seen.add(change) }
    seen.refused = refused
    var check = ExpectationCheck(seen, names)
    names = check.run(step.expectation ?? Expectation(members: [:], place: step.place))
    return check.mismatches
  }

  private mutating func perform(
    _ event: Scenario.Event
  ) throws(JSONError) -> (changes: [TransientSession.Change], refused: ActionError?) {
    if case .nothing = event { return ([], nil) }
    let navigation = try JSONValue(parsing: session.navigation)
    // Ids of screens that exist before the event are not new after it.
    names.collectIDs(of: navigation)
    do throws(ActionError) {
      let changes = try perform(event, in: navigation)
      return (changes + session.deliver(), nil)
    } catch {
      return ([], error)
    }
  }

  private mutating func perform(
    _ event: Scenario.Event, in navigation: JSONValue
  ) throws(ActionError) -> [TransientSession.Change] {
    switch event {
    case .nothing: return []
    case .migrate:
      return try versions.popFirst().map { app throws(ActionError) in [try session.migrate(to: app)] } ?? []
    case .wait(let milliseconds): return session.wait(milliseconds)
    case .answer(let answer, let url): return [try session.answer(answer, url: url)]
    case .move(let move, let sender):
      return [try session.move(move, isFromBackend: try isBackend(sender, needing: .lead))]
    case .amend(let revision, let action, let sender):
      let amendment = try Amendment(revision: revision, action.naming(screensOf: navigation))
      return [try session.move(.amend(amendment), isFromBackend: try isBackend(sender, needing: .lead))]
    case .receive(let action): return [session.receive(try Action(json: action.naming(screensOf: navigation)))]
    case .send(let actions, let isBatch, let sender):
      var all: [Action] = []
      for action in actions { all.append(try Action(json: action.naming(screensOf: navigation))) }
      return [try session.send(all, isBatch: isBatch, isFromBackend: try isBackend(sender, needing: .act))]
    }
  }

  /// Whether a sender is a backend; throws if its claims do not give it a role.
  private func isBackend(_ sender: Scenario.Sender, needing role: TokenRole) throws(ActionError) -> Bool {
    switch sender {
    case .client: false
    case .backend: true
    case .claims(let claims): try session.checkedRole(of: claims, needing: role) == .backend
    }
  }
}

extension JSONValue {
  /// The value with the id of the last screen of a route in place of each text `$id:ROUTE`.
  fileprivate func naming(screensOf navigation: JSONValue) -> JSONValue {
    switch self {
    case .string(let text) where text.hasPrefix("$id:"):
      navigation.allScreens.last { $0["route"] == .string(String(text.dropFirst(4))) }?["id"] ?? self
    case .array(let elements): .array(elements.map { $0.naming(screensOf: navigation) })
    case .object(let members):
      .object(JSONObject(members.map { ($0.name, $0.value.naming(screensOf: navigation)) }))
    default: self
    }
  }
}
