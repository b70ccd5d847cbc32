import JSON
import Navigation
import Reduction
import Sessions
import Testing

@Suite("Stored states that reducers cannot read any more", .closesAPIs)
struct StateReviewTests {
  private struct Former: Codable, JSONConvertible, Equatable {
    var score = 1
    var note = "x"
  }

  private struct Present: Codable, JSONConvertible, Equatable {
    var score = "one"
    var note = "x"
    /// Completed in stored states.
    var level = 1
  }

  private enum Tap: Codable, ActionConvertible, Equatable { case tap }

  private struct Whole<Part: Codable & JSONConvertible & Equatable & Sendable>: Sendable {
    var data: Part
  }

  private static func app<State: Codable & JSONConvertible & Equatable & Sendable>(_ state: State) -> App {
    App(
      "quiz", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
      routes: [
        Route("home", feature: Feature(actions: ["tap"], state: state, reducer: Reducer<State, Tap, Void>.empty)),
        Route("help"),
      ],
      feature: AppFeature(
        Whole(data: state), parts: [.data(\.data)], actions: [],
        reducer: Reducer<Whole<State>, Tap, Void>.empty, environment: ()))
  }

  private func review(_ app: App, _ harness: APIHarness) async throws -> StateReview {
    try await StateReview.run(app, in: harness.registry)
  }

  @Test("A member whose type has changed is found with its route and the number of sessions, and a new one fits")
  func changed() async throws {
    let former = Self.app(Former())
    let harness = try await openAPI(.inProcess, apps: [former])
    for _ in 0..<3 { _ = try await harness.session(of: "quiz") }
    let review = try await review(Self.app(Present()), harness)
    #expect(review.sessions == 3 && review.isComplete)
    #expect(review.misfits.map(\.route) == [nil, "home"])
    #expect(review.misfits.map(\.member.text) == ["/state/score", "/state/score"])
    #expect(review.misfits.map(\.sessions) == [3, 3])
    #expect(review.misfits.last?.detail.contains("a string") == true)
    #expect(try await self.review(former, harness).misfits == [])
  }
}
