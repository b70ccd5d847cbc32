import Reduction
import Testing

@Suite("NavigationState")
struct NavigationStepTests {
  private typealias Navigation = NavigationState<FlowRoute>
  private let full = Navigation(stack: [.first("a"), .first("b"), .second], modal: .flow(Flow()))

  @Test("A new navigation state is at its root")
  func new() {
    #expect(Navigation().isAtRoot)
    #expect(Navigation().ids == [])
    #expect(Navigation().modal == nil)
  }

  @Test("A screen is found by its id in the stack and as the presented screen")
  func finds() {
    #expect(full.ids == ["a", "b", "second", "flow"])
    #expect(full[id: "b"] == .first("b"))
    #expect(full[id: "flow"] == .flow(Flow()))
    #expect(full[id: "c"] == nil)
    #expect(!full.isAtRoot)
  }

  @Test("The step `pop` removes the top screen of the stack, also under a presented screen")
  func pop() throws {
    var navigation = full
    #expect(try navigation.perform(.pop) == ["second"])
    #expect(try navigation.perform(.pop) == ["b"])
    #expect(navigation == Navigation(stack: [.first("a")], modal: .flow(Flow())))
  }

  @Test("The step `popTo` removes only the screens above its target, the top one first")
  func popTo() throws {
    var navigation = full
    #expect(try navigation.perform(.popTo("second")) == [])
    #expect(try navigation.perform(.popTo("a")) == ["second", "b"])
    #expect(navigation.ids == ["a", "flow"])
  }

  @Test("The step `popToRoot` removes all pushed screens and keeps the presented one")
  func popToRoot() throws {
    var navigation = full
    #expect(try navigation.perform(.popToRoot) == ["second", "b", "a"])
    #expect(navigation == Navigation(modal: .flow(Flow())))
  }

  @Test("The step `replace` replaces the top screen, also with a screen of the same id")
  func replace() throws {
    var navigation = full
    #expect(try navigation.perform(.replace(.first("c"))) == ["second"])
    #expect(try navigation.perform(.replace(.first("c", "new"))) == ["c"])
    #expect(navigation.stack == [.first("a"), .first("b"), .first("c", "new")])
  }

  @Test("The step `remove` removes a screen from the middle of the stack, or the presented screen")
  func remove() throws {
    var navigation = full
    #expect(try navigation.perform(.remove("b")) == ["b"])
    #expect(try navigation.perform(.remove("flow")) == ["flow"])
    #expect(navigation == Navigation(stack: [.first("a"), .second]))
  }

  @Test(
    "The step `finish` removes presented and pushed screens", arguments: [(true, true), (true, false), (false, true)])
  func finish(isPushed: Bool, isPresenting: Bool) throws {
    var navigation = Navigation(stack: isPushed ? [.first("a"), .first("b")] : [], modal: isPresenting ? .second : nil)
    #expect(try navigation.perform(.finish) == (isPresenting ? ["second"] : []) + (isPushed ? ["b", "a"] : []))
    #expect(navigation.isAtRoot)
  }

  @Test(
    "A screen whose id is already in the flow is refused as a duplicate",
    arguments: [
      FlowStep.push(.first("a", "again")), .push(.second), .push(.first("flow")), .replace(.first("a")),
      .replace(.first("flow")),
    ])
  func duplicate(step: FlowStep) throws {
    try expect(step, isRefusedWith: "duplicate", by: full)
  }

  @Test("Presenting a screen that is already pushed is refused as a duplicate")
  func duplicateModal() throws {
    try expect(.present(.second), isRefusedWith: "duplicate", by: Navigation(stack: [.second]))
  }

  @Test(
    "A step that removes or replaces a screen is refused at the root",
    arguments: [
      (FlowStep.pop, "nothing-to-pop"), (.popToRoot, "nothing-to-pop"), (.replace(.second), "nothing-to-pop"),
      (.dismiss, "nothing-to-dismiss"), (.finish, "nothing-to-finish"), (.popTo("a"), "screen-gone"),
      (.remove("a"), "screen-gone"),
    ])
  func nothing(step: FlowStep, code: String) throws {
    try expect(step, isRefusedWith: code, by: Navigation())
  }

  @Test("A second presented screen is refused, and so is `popTo` the presented screen")
  func oneModal() throws {
    try expect(.present(.first("c")), isRefusedWith: "already-presenting", by: full)
    try expect(.popTo("flow"), isRefusedWith: "screen-gone", by: full)
  }

  @Test("The id of a removed screen can be used again")
  func reuse() throws {
    var navigation = Navigation(stack: [.second])
    _ = try navigation.perform(.pop)
    _ = try navigation.perform(.present(.second))
    _ = try navigation.perform(.dismiss)
    #expect(try navigation.perform(.push(.second)) == [])
    #expect(navigation == Navigation(stack: [.second]))
  }

  private func expect(
    _ step: FlowStep, isRefusedWith code: String, by navigation: NavigationState<FlowRoute>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var after = navigation
    let refusal = #expect(throws: Refusal.self, sourceLocation: sourceLocation) { try after.perform(step) }
    #expect(refusal?.code == code, sourceLocation: sourceLocation)
    #expect(after == navigation, sourceLocation: sourceLocation)
  }
}
