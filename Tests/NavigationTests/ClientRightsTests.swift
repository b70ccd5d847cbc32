import JSON
import Reduction
import Testing

@testable import Navigation

@Suite("What clients may do in an app in Swift")
struct ClientRightsTests {
  private struct QuestionState: Codable, JSONConvertible, Equatable {
    var text = ""
  }

  private enum QuizAction: Codable, ActionConvertible, Equatable { case answer }
  private enum QuizOutput: Codable, NamedOutput { case answered }

  private static let texts = ["one", "two", "three"]

  private static func quiz(_ navigation: ClientNavigation = .all, question: ClientNavigation = .all) -> App {
    App(
      "quiz", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
      routes: [
        Route("home", destinations: ["question", "closed"]),
        Route(
          "question", params: [Param("number", .integer, in: 1...4)], initialParams: ["number": 1], destinations: [],
          path: "/questions/:number",
          feature: Feature(
            actions: ["answer"],
            initialState: { params throws(Refusal) in
              let number = params["number"]?.integerValue.map(Int.init) ?? 0
              guard texts.indices.contains(number - 1) else {
                throw .state("no-such-question", "There is no question \(number).")
              }
              return QuestionState(text: texts[number - 1])
            },
            reducer: Reducer<QuestionState, QuizAction, Void> { _, _, _ in .output(QuizOutput.answered) },
            environment: ()),
          clientNavigation: question),
        Route("end"),
        Route(
          "closed",
          guard: { params, tree throws(Refusal) in
            guard tree.data["isOpen"] == true else { throw .state("not-open", "The quiz is not open.") }
          }),
      ],
      router: { _, screen in [Action("push", ["route": "end", "source": .string(screen)])] },
      clientNavigation: navigation)
  }

  private static let push: JSONValue = ["type": "push", "route": "question", "params": ["number": 2]]

  @Test("A range of a param and an initial state refuse what a route cannot show")
  func refusingState() throws {
    var journey = try Journey(Self.quiz())
    #expect(journey.answer(to: ["type": "push", "route": "question", "params": ["number": 99]]) == "422 bad-params")
    #expect(
      journey.answer(to: ["type": "push", "route": "question", "params": ["number": 4]]) == "409 no-such-question")
    let reset: JSONValue = ["screens": [["route": "question", "params": ["number": 4]]]]
    let given = journey.refusal(of: ["type": "reset", "navigation": reset])
    #expect(given?.faults.map(\.pointer.text) == ["/navigation/screens/0"])
    try journey.send(Self.push)
    #expect(journey.tree.current.state == ["text": "two"])
  }

  @Test("A route without destinations is closed to clients, and open to the router of its app")
  func router() throws {
    var journey = try Journey(Self.quiz())
    try journey.send(Self.push)
    #expect(journey.answer(to: ["type": "push", "route": "end"]) == "409 destination-not-allowed")
    try journey.send(["type": "answer"])
    #expect(journey.tree.root.screens.map(\.route) == ["home", "question", "end"])
  }

  @Test("Clients send the navigation actions that the app lists, backends and the router all")
  func clientNavigation() throws {
    var none = try Journey(Self.quiz(.none))
    let refused = none.refusal(of: Self.push)
    #expect(refused?.status == 403)
    #expect(
      refused?.description.hasPrefix(
        "not-allowed: Clients cannot send `push` to `quiz`; of the navigation actions it takes none.") == true)
    try none.app.reduce(Action(json: Self.push), &none.draft, from: .backend)
    try none.send(["type": "answer"])
    #expect(none.tree.root.screens.map(\.route) == ["home", "question", "end"])
    var some = try Journey(Self.quiz([.push, .pop]))
    try some.send(Self.push)
    #expect(some.app.abilities(of: some.tree) == Tree.Abilities(goBack: false, pop: true))
    try some.send(["type": "pop"])
    #expect(some.answer(to: ["type": "popToRoot"]) == "403 not-allowed")
    #expect(some.answer(to: ["type": "route", "url": "/questions/2"]) == "403 not-allowed")
  }

  @Test("A route limits the actions by which clients open its screens, not the way back to them")
  func route() throws {
    var journey = try Journey(Self.quiz(question: .none))
    #expect(journey.answer(to: Self.push) == "403 not-allowed")
    #expect(journey.answer(to: ["type": "route", "url": "/questions/2"]) == "403 not-allowed")
    #expect(
      journey.answer(to: ["type": "reset", "navigation": ["screens": [["route": "question"]]]]) == "403 not-allowed")
    try journey.app.reduce(Action(json: Self.push), &journey.draft, from: .backend)
    try journey.send(["type": "answer"], ["type": "pop"])
    #expect(journey.tree.root.screens.map(\.route) == ["home", "question"])
  }

  @Test("A given navigation is looked through at any depth for states that clients may not set")
  func deepState() throws {
    let app = App(
      "deep", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"), routes: [Route("home")],
      clients: ClientRights(navigation: true, setsState: false))
    func nested(_ screen: JSONObject) -> JSONValue {
      (1...600).reduce(["screens": [.object(screen)]]) { content, _ in
        ["screens": [["route": "home", "content": content]]]
      }
    }
    try app.checkCreation(byClientWith: nil, navigation: nested(["route": "home"]))
    #expect(throws: ActionError.self) {
      try app.checkCreation(byClientWith: nil, navigation: nested(["route": "home", "state": [:]]))
    }
  }

  @Test("A guard in Swift refuses to open a screen, by every way in")
  func swiftGuard() throws {
    var journey = try Journey(Self.quiz())
    for action: JSONValue in [
      ["type": "push", "route": "closed"], ["type": "replace", "route": "closed"],
      ["type": "reset", "navigation": ["screens": [["route": "closed"]]]],
    ] {
      #expect(journey.answer(to: action) == "409 not-open")
    }
    journey.draft.setData(to: ["isOpen": true])
    try journey.send(["type": "push", "route": "closed"])
    #expect(journey.tree.current.route == "closed")
  }

  @Test(
    "A schema in Swift has the JSON of an app definition and takes what it describes",
    arguments: [
      (ValueSchema.integer(in: 1...3), ##"{"type":"integer","minimum":1,"maximum":3}"##, ["2"], ["4", "1.5", "\"1\""]),
      (.number(in: 0...0.5), ##"{"type":"number","minimum":0,"maximum":0.5}"##, ["0.25", "0"], ["1"]),
      (.string(length: 1...2), ##"{"type":"string","minLength":1,"maxLength":2}"##, ["\"é\""], ["\"\"", "\"abc\""]),
      (.string(pattern: "^a+$"), ##"{"type":"string","pattern":"^a+$"}"##, ["\"aa\""], ["\"b\"", "1"]),
      (.oneOf(["s", "m"]), ##"{"type":"string","enum":["s","m"]}"##, ["\"s\""], ["\"l\""]),
      (.oneOf(["s", 1]), ##"{"enum":["s",1]}"##, ["1"], ["2"]),
      (
        .array(of: .object(["n": .integer(in: 0...9)], required: ["n"])),
        ##"{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer","minimum":0,"maximum":9}},"required":["n"]}}"##,
        ["[]", "[{\"n\":1}]"], ["[{}]", "[{\"n\":10}]", "{}"]
      ),
    ] as [(ValueSchema, String, [String], [String])])
  func schemas(schema: ValueSchema, json: String, fitting: [String], others: [String]) throws {
    #expect(JSONValue.object(schema.json).text == json)
    let route = Route("r", params: [Param("value", schema)])
    let app = App("a", version: 1, root: ContainerDefinition(kind: .stack, initial: "h"), routes: [Route("h"), route])
    for (texts, answer) in [(fitting, "200"), (others, "422 bad-params")] {
      for text in texts {
        var journey = try Journey(app)
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(journey.answer(to: ["type": "push", "route": "r", "params": ["value": value]]) == answer)
      }
    }
  }
}
