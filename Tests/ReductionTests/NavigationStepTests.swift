import Reduction
import Testing

@Suite("NavigationState")
struct NavigationStepTests {
  private typealias Navigation = NavigationState<FlowRoute>
  private let full = Navigation(stack: [.first("a"), .first("b"), .second], modal: .flow(Flow()))

  @Test("a new one shows its root")
  func new() {
    #expect(Navigation().isAtRoot)
    #expect(Navigation().ids == [])
    #expect(Navigation().modal == nil)
  }

  @Test("finds a screen wherever it stands")
  func finds() {
    #expect(full.ids == ["a", "b", "second", "flow"])
    #expect(full[id: "b"] == .first("b"))
    #expect(full[id: "flow"] == .flow(Flow()))
    #expect(full[id: "c"] == nil)
    #expect(!full.isAtRoot)
  }

  @Test("pop removes the top one, under what is presented, too")
  func pop() throws {
    var navigation = full
    #expect(try navigation.take(.pop) == ["second"])
    #expect(try navigation.take(.pop) == ["b"])
    #expect(navigation == Navigation(stack: [.first("a")], modal: .flow(Flow())))
  }

  @Test("popTo removes what is above, the top one first, and nothing when it is on top already")
  func popTo() throws {
    var navigation = full
    #expect(try navigation.take(.popTo("second")) == [])
    #expect(try navigation.take(.popTo("a")) == ["second", "b"])
    #expect(navigation.ids == ["a", "flow"])
  }

  @Test("popToRoot removes all pushed screens, the top one first, and leaves what is presented")
  func popToRoot() throws {
    var navigation = full
    #expect(try navigation.take(.popToRoot) == ["second", "b", "a"])
    #expect(navigation == Navigation(modal: .flow(Flow())))
  }

  @Test("replace puts a screen in the place of the top one, also one of the same id")
  func replace() throws {
    var navigation = full
    #expect(try navigation.take(.replace(.first("c"))) == ["second"])
    #expect(try navigation.take(.replace(.first("c", "new"))) == ["c"])
    #expect(navigation.stack == [.first("a"), .first("b"), .first("c", "new")])
  }

  @Test("remove takes one out of the middle, or what is presented")
  func remove() throws {
    var navigation = full
    #expect(try navigation.take(.remove("b")) == ["b"])
    #expect(try navigation.take(.remove("flow")) == ["flow"])
    #expect(navigation == Navigation(stack: [.first("a"), .second]))
  }

  @Test("finish does what there is to do", arguments: [(true, true), (true, false), (false, true)])
  func finish(isPushed: Bool, isPresenting: Bool) throws {
    var navigation = Navigation(stack: isPushed ? [.first("a"), .first("b")] : [], modal: isPresenting ? .second : nil)
    #expect(try navigation.take(.finish) == (isPresenting ? ["second"] : []) + (isPushed ? ["b", "a"] : []))
    #expect(navigation.isAtRoot)
  }

  @Test(
    "what stands in the flow already is refused, under what is presented and as what is presented",
    arguments: [
      FlowStep.push(.first("a", "again")), .push(.second), .push(.first("flow")), .replace(.first("a")),
      .replace(.first("flow")),
    ])
  func duplicate(step: FlowStep) throws {
    try expect(step, isRefusedWith: "duplicate", by: full)
  }

  @Test("what is pushed is not presented as well")
  func duplicateModal() throws {
    try expect(.present(.second), isRefusedWith: "duplicate", by: Navigation(stack: [.second]))
  }

  @Test(
    "a flow at its root has nothing to leave",
    arguments: [
      (FlowStep.pop, "nothing-to-pop"), (.popToRoot, "nothing-to-pop"), (.replace(.second), "nothing-to-pop"),
      (.dismiss, "nothing-to-dismiss"), (.finish, "nothing-to-finish"), (.popTo("a"), "screen-gone"),
      (.remove("a"), "screen-gone"),
    ])
  func nothing(step: FlowStep, code: String) throws {
    try expect(step, isRefusedWith: code, by: Navigation())
  }

  @Test("a flow presents one screen; what is presented is not popped to")
  func oneModal() throws {
    try expect(.present(.first("c")), isRefusedWith: "already-presenting", by: full)
    try expect(.popTo("flow"), isRefusedWith: "screen-gone", by: full)
  }

  @Test("an id can be used again when its screen has left")
  func reuse() throws {
    var navigation = Navigation(stack: [.second])
    _ = try navigation.take(.pop)
    _ = try navigation.take(.present(.second))
    _ = try navigation.take(.dismiss)
    #expect(try navigation.take(.push(.second)) == [])
    #expect(navigation == Navigation(stack: [.second]))
  }

  @Test("each route has its own way to be presented")
  func styles() {
    #expect([FlowRoute.first("a"), .second, .flow(Flow())].map(\.style) == [.fullScreen, .popover, .sheet])
  }

  private func expect(
    _ step: FlowStep, isRefusedWith code: String, by navigation: NavigationState<FlowRoute>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var after = navigation
    let refusal = #expect(throws: Refusal.self, sourceLocation: sourceLocation) { try after.take(step) }
    #expect(refusal?.code == code, sourceLocation: sourceLocation)
    #expect(after == navigation, sourceLocation: sourceLocation)
  }
}
