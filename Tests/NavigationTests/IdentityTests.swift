import JSON
import Testing

@testable import Navigation

@Suite struct IdentityTests {
  private static func user(_ id: Int64) -> JSONValue { ["route": "user", "params": ["id": .integer(id)]] }

  private static let users: JSONValue = [
    ["id": "x", "route": "user", "params": ["id": 1]], ["id": "y", "route": "user", "params": ["id": 2]],
  ]

  @Test(
    "An action that would create a second screen of the same identity is refused",
    arguments: [
      ["type": "insert", "route": "user", "params": ["id": 1], "index": 0],
      ["type": "present", "route": "user", "params": ["id": 1]],
      ["type": "setParams", "params": ["id": 1]], ["type": "replaceParams", "params": ["id": 2], "source": "x"],
      ["type": "replace", "route": "user", "params": ["id": 1]],
      ["type": "popTo", "id": "y", "params": ["id": 1]],
      ["type": "reset", "navigation": ["screens": [["route": "single"], ["route": "single"]]]],
      [
        "type": "reset",
        "navigation": [
          "screens": [["route": "single"]], "presented": [["style": "sheet", "screen": ["route": "single"]]],
        ],
      ],
      [
        "type": "reset",
        "navigation": [
          "screens": [
            [
              "route": "flow",
              "content": [
                "screens": [["route": "item"]],
                "presented": [
                  ["style": "sheet", "screen": ["route": "user", "params": ["id": 3]]],
                  ["style": "sheet", "screen": ["route": "user", "params": ["id": 3]]],
                ],
              ],
            ]
          ]
        ],
      ],
    ] as [JSONValue])
  func refused(action: JSONValue) throws {
    var journey = try Journey(at: Self.users)
    #expect(journey.answer(to: action) == "409 duplicate")
  }

  @Test("The refusal of a `reset` with a duplicate points to the second screen")
  func pointer() throws {
    var journey = try Journey(at: three)
    let refused = journey.refusal(
      of: ["type": "reset", "navigation": ["screens": [["route": "home"], Self.user(1), Self.user(1)]]])
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens/2"])
  }

  @Test("A session with a duplicate in its initial navigation is rejected")
  func start() throws {
    let refused = #expect(throws: ActionError.self) {
      try App.sample.start(navigation: ["screens": [Self.user(1), Self.user(1)]])
    }
    #expect(refused?.status == 422)
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens/1"])
  }

  @Test("A screen can be replaced by one of the same identity")
  func replace() throws {
    var journey = try Journey(at: Self.users)
    try journey.send(["type": "replace", "route": "user", "params": ["id": 2]])
    #expect(journey.outline == "x:user{\"id\":1} a1:user{\"id\":2}")
    try journey.send(
      ["type": "present", "route": "single"], ["type": "present", "route": "single", "mode": "replace"])
    #expect(journey.tree.root.presented.map(\.screen.id) == ["a3"])
    try journey.send(["type": "setParams", "params": ["n": 1]])
    #expect(journey.tree.current.params == ["n": 1])
  }

  @Test("A push of an identity presented over the stack is refused unless `onDuplicate` is `ignore`")
  func pushUnder() throws {
    var journey = try Journey(at: three)
    for route in ["user", "keep"] {
      try journey.send(["type": "present", "route": .string(route), "params": ["id": 1]])
    }
    let push: JSONValue = ["type": "push", "route": "user", "params": ["id": 1], "target": "root"]
    #expect(journey.answer(to: push) == "409 duplicate")
    #expect(try journey.send(["type": "push", "route": "keep", "params": ["id": 1], "target": "root"]) == [])
  }

  @Test("Tabs refuse to select a screen whose identity is presented over them")
  func select() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "present", "route": "c", "params": ["id": 1]])
    #expect(journey.answer(to: ["type": "select", "route": "c", "params": ["id": 1]]) == "409 duplicate")
    try journey.send(["type": "select", "route": "c", "params": ["id": 2]])
  }

  @Test("Two containers can contain screens of the same identity")
  func otherContainer() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(
      ["type": "select", "route": "c", "params": ["id": 1]], ["type": "select", "route": "a"],
      ["type": "present", "route": "c", "params": ["id": 1]])
    #expect(journey.tree.currentPath == ["a", "step", "c"])
  }

  @Test("With `onDuplicate` `allow`, actions make a second screen of an identity")
  func allow() throws {
    var journey = try Journey(.copies)
    let copy: JSONObject = ["route": "copy", "params": ["id": 1]]
    for (type, more) in [("push", [:]), ("push", [:]), ("insert", ["index": 0]), ("present", [:])]
      as [(String, JSONObject)]
    {
      var action = copy
      action["type"] = .string(type)
      for (name, value) in more { action[name] = value }
      try journey.send(.object(action))
    }
    #expect(journey.tree.root.outline.matches(of: /copy/).count == 4)
    try journey.send(
      ["type": "dismiss"], ["type": "reset", "navigation": ["screens": [.object(copy), .object(copy)]]])
    try journey.send(["type": "setParams", "params": ["id": 2]], ["type": "setParams", "params": ["id": 1]])
    #expect(journey.outline == #"a6:copy{"id":1} a7:copy{"id":1}"#)
  }

  @Test(
    "With `onDuplicate` `allow`, `navigate` and links go back to the nearest of an identity",
    arguments: [
      ["type": "navigate", "route": "copy", "params": ["id": 1, "n": 2]],
      ["type": "route", "route": "copy", "params": ["id": 1, "n": 2]],
      ["type": "route", "url": "/copies/1?n=2", "policy": "navigate"], ["type": "route", "url": "/copies/1?n=2"],
    ] as [JSONValue])
  func nearest(action: JSONValue) throws {
    let copy: JSONValue = ["route": "copy", "params": ["id": 1]]
    var journey = try Journey(.copies, at: [["id": "h", "route": "home"], copy, copy, ["id": "x", "route": "home"]])
    try journey.send(action)
    #expect(journey.outline == #"h:home a1:copy{"id":1} a2:copy{"id":1,"n":2}"#)
    try journey.send(["type": "navigate", "route": "copy", "params": ["id": 3]])
    #expect(journey.tree.root.screens.count == 4)
  }

  @Test("A link to a presented identity of which there may be several dismisses those above the nearest")
  func nearestPresented() throws {
    var journey = try Journey(.copies)
    let slip: JSONValue = ["type": "present", "route": "slip", "params": ["id": "1"]]
    try journey.send(slip, slip, ["type": "present", "route": "home"], ["type": "route", "url": "/slips/1"])
    #expect(journey.outline == #"a1:home ^sheet a2:slip{"id":"1"} ^sheet a3:slip{"id":"1"}"#)
  }

  private static let app = App(
    "links", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home"), Route("help", presentation: .present(.sheet)),
      Route("note", identity: .param("id"), presentation: .present(.sheet), path: "/notes/:id"),
      Route("top", identity: .single, onDuplicate: .popTo, presentation: .present(.sheet), path: "/top"),
      Route("once", identity: .single, onDuplicate: .refuse, presentation: .present(.sheet), path: "/once"),
    ])

  @Test("A link to a presented identity leads to the existing screen", arguments: ["push", "navigate"])
  func link(policy: String) throws {
    var journey = try Journey(Self.app)
    let link: JSONValue = ["type": "route", "url": "/notes/1", "policy": .string(policy)]
    try journey.send(link)
    #expect(try journey.send(link) == [])
    try journey.send(["type": "route", "url": "/notes/1?q=a", "policy": .string(policy)])
    #expect(journey.outline == "a1:home ^sheet a2:note{\"id\":\"1\",\"q\":\"a\"}")
    try journey.send(["type": "route", "url": "/notes/2", "policy": .string(policy)])
    #expect(journey.tree.root.presented.count == 2)
  }

  @Test("A link to a presented screen below others follows the route's `onDuplicate`")
  func linkBelow() throws {
    var journey = try Journey(Self.app)
    let notes: JSONValue = ["type": "route", "url": "/notes/1"]
    try journey.send(notes, ["type": "route", "url": "/top"], ["type": "route", "route": "help"])
    try journey.send(notes)
    #expect(journey.tree.root.presented.map(\.screen.route) == ["top", "help", "note"])
    try journey.send(["type": "route", "url": "/top"])
    #expect(journey.tree.root.presented.map(\.screen.id) == ["a3"])
    try journey.send(["type": "route", "url": "/once"])
    #expect(journey.answer(to: ["type": "route", "url": "/once"]) == "409 duplicate")
    #expect(journey.answer(to: ["type": "route", "url": "/once", "policy": "navigate"]) == "200")
  }
}

extension App {
  /// An app that may have several screens of an identity.
  fileprivate static let copies = App(
    "copies", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home"),
      Route(
        "copy", params: [Param("id", .integer), Param("n", .integer, optional: true)], identity: .param("id"),
        onDuplicate: .allow, path: "/copies/:id"),
      Route("slip", identity: .param("id"), onDuplicate: .allow, presentation: .present(.sheet), path: "/slips/:id"),
    ])
}
