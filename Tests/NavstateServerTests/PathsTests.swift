import Testing

@Suite("The paths command")
struct PathsTests {
  private static let app = """
    {"app": "a", "version": 1, "root": {"kind": "stack", "initial": "home"},
    "routes": {"home": {"to": ["list"]}, "list": {"to": []}, "attic": {"path": "/attic"}}}
    """

  @Test("`navstate paths` lists the screens, nearest first, with the shortest way and the link")
  func ways() throws {
    let lines = ["home: at the start", "list: home → list (push)", "attic: any screen → attic (link /attic)"]
    let ending = try BuiltProgram.run("paths", "-", input: Self.app)
    #expect(ending == .init(status: 0, output: lines.map { $0 + "\n" }.joined(), errors: ""))
  }

  @Test("`navstate paths` names the guard that opens a screen, where the guarded one is opened")
  func detour() throws {
    let app = """
      {"app": "a", "version": 1, "root": {"kind": "stack", "initial": "home"}, "data": {"user": null}, "routes": {
      "home": {"to": ["plans"]}, "plans": {"to": [{"route": "pay", "when": "data.user == null"}]}, "signIn": {"to": []},
      "pay": {"to": [], "guard": {"when": "data.user != null", "else": {"type": "push", "route": "signIn"}}}}}
      """
    let lines = [
      "home: at the start", "plans: home → plans (push)",
      "pay: home → plans (push) → pay (push if data.user != null, data.user == null)",
      "signIn: home → plans (push) → signIn (guard of pay)",
    ]
    let ending = try BuiltProgram.run("paths", "-", input: app)
    #expect(ending == .init(status: 0, output: lines.map { $0 + "\n" }.joined(), errors: ""))
  }

  @Test("A screen without `to` opens those of the containers around and in it, and presented ones")
  func free() throws {
    let app = """
      {"app": "a", "version": 1, "root": {"kind": "tabs", "routes": ["home", "more"]}, "routes": {
      "home": {"content": {"kind": "stack", "routes": ["list", "item"], "initial": "list"}}, "more": {},
      "list": {}, "item": {}, "one": {}, "two": {},
      "flow": {"as": "sheet", "content": {"kind": "stack", "routes": ["one", "two"], "initial": "one"}}}}
      """
    let ways = try BuiltProgram.run("paths", "-", input: app).output.split(separator: "\n").suffix(4)
    #expect(
      Array(ways) == [
        "flow: home → flow (sheet)", "one: home → flow (sheet)", "item: home → item (push)",
        "two: home → flow (sheet) → two (push)",
      ])
  }

  @Test("`navstate paths` lists an unreachable screen with a warning")
  func unreachable() throws {
    let app = Self.app.replacing(#""path": "/attic""#, with: "")
    let ending = try BuiltProgram.run("paths", "-", input: app)
    let lines = ending.output.split(separator: "\n")
    #expect(ending.status == 0 && lines.count == 4)
    #expect(lines[2] == "attic: not reachable")
    #expect(
      lines[3].hasSuffix(
        "warning: /routes/attic: `attic` cannot be reached: no `to` of a reachable screen, no step and no link leads to it."
      ))
  }

  @Test("`navstate paths` prints the faults of a definition and ends with status 1")
  func faults() throws {
    let app = Self.app.replacing(#""/attic""#, with: "5")
    let line = "-:2:76: /routes/attic/path: `path` must be a string; it is an integer.\n"
    #expect(try BuiltProgram.run("paths", "-", input: app) == .init(status: 1, output: line, errors: ""))
  }
}
