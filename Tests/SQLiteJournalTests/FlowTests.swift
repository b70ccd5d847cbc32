import JSON
import Navigation
import SQLiteJournal
import TestSupport
import Testing

@testable import Sessions

@Suite("Flows over SQLite", .journal)
struct FlowTests {
  let harness = JournalHarness.current

  private static func app(_ version: Int = 1, flows: FlowSettings = FlowSettings(labels: ["store"])) -> App {
    App(
      "shop", version: version,
      root: ContainerDefinition(kind: .tabs, routes: ["browse", "me"], initial: "browse", backBehavior: .history),
      routes: [
        Route("browse", content: ContainerDefinition(kind: .stack, routes: ["home", "item"], initial: "home")),
        Route("me"), Route("home"), Route("item"), Route("note", presentation: .present(.sheet)),
      ], variants: Variants(["half": ["a": 1, "b": 1]]), flows: flows)
  }

  private typealias Edges = [String: Int]

  /// A server on a journal, and a random client.
  private struct Shop {
    let harness: JournalHarness
    let server: Server
    var random = SplitMix64(seed: 7)

    init(_ harness: JournalHarness, _ app: App = FlowTests.app()) {
      self.harness = harness
      server = Server(harness, app)
    }

    /// Sends a random action, which may be refused.
    mutating func act(_ id: SessionID) async throws {
      harness.clock.advance(Int64.random(in: 0..<40_000, using: &random))
      let actions: [Action] = [
        Action("push", ["route": "item"]), Action("push", ["route": "item"]), Action("goBack"), Action("popToRoot"),
        Action("select", ["route": "me"]), Action("select", ["route": "browse"]), Action("present", ["route": "note"]),
        Action("dismiss"), Action("setParams", ["params": ["n": 1]]),
      ]
      let client = SessionClient(server.registry)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: _ = await client.move(.undo(steps: 1), in: id)
      case 1: _ = await client.send([actions[0], actions[4]], to: id)
      case let number: _ = await client.send([actions[number % actions.count]], to: id)
      }
    }

    func store(_ id: SessionID) async throws -> SessionStore {
      try #require(try await server.registry.sessions.find(id))
    }

    func count(_ ids: [SessionID]) async throws {
      for id in ids { try await harness.journal.storeSnapshot(of: try await store(id)) }
    }

    func flows(label: String = "", version: Int? = nil, ended: Int64 = 0) async throws -> FlowReport {
      let now = harness.clock.now
      var query = FlowQuery(app: "shop", from: 0, to: now, now: now + ended)
      (query.label, query.version) = (label, version)
      return try await server.registry.flows(query)
    }

    /// The changes from screen to screen, by the states of all revisions.
    func recount(_ ids: [SessionID]) async throws -> Edges {
      var edges: Edges = [:]
      for id in ids {
        var former: (id: String, route: String)?
        for revision in 1...(try await store(id).state.withLock { $0.revision }) {
          let current = try await server.read(revision, id)["current"]
          let next = (id: current?["id"]?.stringValue ?? "", route: current?["route"]?.stringValue ?? "")
          if next.id != former?.id { edges["\(former?.route ?? "")→\(next.route)", default: 0] += 1 }
          former = next
        }
      }
      return edges
    }
  }

  private static func edges(_ report: FlowReport) -> Edges {
    report.edges.reduce(into: [:]) { $0["\($1.key.from)→\($1.key.to)", default: 0] += $1.value }
  }

  @Test func `Each change is counted once over crashes, as a recount of all histories counts it`() async throws {
    var (shop, ids) = (Shop(harness), [SessionID]())
    for number in 0..<12 {
      ids.append(try await shop.server.session())
      for _ in 0..<15 { try await shop.act(ids[number]) }
      if number % 3 == 0 { try await shop.count([ids[number]]) }
    }
    let recount = try await shop.recount(ids)
    #expect(recount.count > 8)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      again.clock.advance(harness.clock.now - again.clock.now)
      var restarted = Shop(again)
      for id in ids { try await restarted.act(id) }
      try await restarted.count(ids)
      let expected = try await restarted.recount(ids)
      #expect(Self.edges(try await restarted.flows()) == expected && expected != recount)
      #expect(Self.edges(try await restarted.flows(version: 1)) == expected)
      #expect(try await restarted.flows(version: 2).edges == [:])
      let halves = try await [restarted.flows(label: "half:a"), restarted.flows(label: "half:b")].map(Self.edges)
      #expect(halves[0].merging(halves[1], uniquingKeysWith: +) == expected && halves[0] != expected)
      // Each session is on one screen.
      let ended = try await restarted.flows(ended: 4_000_000).ended.filter { $0.value != 0 }
      var last: [String: Int] = [:]
      for id in ids { last[try await restarted.store(id).summary?.path.last ?? "", default: 0] += 1 }
      #expect(ended == last)
      // The next crash finds nothing that is not counted.
      try await withJournal(in: again.crashed()) { (last) async throws in
        #expect(last.journal.behind == [])
      }
    }
  }

  @Test func `Changes and deletions of labels, and of sessions, leave the counts as they were`() async throws {
    let shop = Shop(harness)
    let ids = [try await shop.server.session(), try await shop.server.session()]
    for (id, store) in zip(ids, ["oslo", "bergen"]) {
      _ = await shop.server.registry.change(
        id, by: MetadataPatch(labels: [("store", store), ("name", "Kari")]), if: nil, lease: nil)
      try await shop.server.send(Action("push", ["route": "item"]), to: id)
    }
    // Not counted yet.
    for id in ids { #expect(await shop.server.registry.delete(id).isDeleted) }
    #expect(Self.edges(try await shop.flows()) == ["→home": 2, "home→item": 2])
    #expect(try await shop.flows(label: "store:oslo").edges.values.reduce(0, +) == 1)
    #expect(try await shop.flows(label: "name:Kari").edges == [:])
    #expect(try await shop.flows(ended: 4_000_000).ended.filter { $0.value != 0 } == ["item": 2])
  }

  @Test func `Nothing is counted of an app that wants no flows, and old counts are forgotten`() async throws {
    try await withJournal { (harness) async throws in
      let quiet = Shop(harness, Self.app(flows: FlowSettings(isCounted: false)))
      let id = try await quiet.server.session()
      try await quiet.server.send(Action("push", ["route": "item"]), to: id)
      try await quiet.count([id])
      #expect(try await quiet.flows().edges == [:])
    }
    let shop = Shop(harness)
    let id = try await shop.server.session()
    harness.clock.advance(3 * 86_400_000)
    try await shop.server.send(Action("push", ["route": "item"]), to: id)
    try await shop.count([id])
    #expect(Self.edges(try await shop.flows()) == ["→home": 1, "home→item": 1])
    await shop.server.registry.forgetFlows(olderThan: 2, asOf: harness.clock.now)
    #expect(Self.edges(try await shop.flows()) == ["home→item": 1])
  }

  @Test func `What led to a screen is said, and how long sessions stay`() async throws {
    let shop = Shop(harness)
    let id = try await shop.server.session()
    for type in ["push", "navigate", "present", "dismiss", "select", "goBack", "setParams"] {
      harness.clock.advance(type == "present" ? 7_000 : 1_300)
      let route = ["present": "note", "select": "me"][type] ?? "item"
      let fields: JSONObject =
        switch type {
        case "goBack", "dismiss": [:]
        case "setParams": ["params": ["x": 1]]
        default: ["route": .string(route)]
        }
      try await shop.server.send(Action(type, fields), to: id)
    }
    try await shop.count([id])
    let report = try await shop.flows()
    func count(_ from: String, _ to: String, _ cause: FlowCause) -> Int? {
      report.edges[FlowReport.Edge(from: from, to: to, cause: cause)]
    }
    #expect(count("", "home", .other) == 1 && count("home", "item", .push) == 1)
    #expect(count("item", "note", .present) == 1 && count("note", "item", .back) == 1)
    #expect(count("item", "me", .select) == 1 && count("me", "item", .back) == 1)
    let home = try #require(report.stays["home"]?.median)
    #expect((1.17...1.43).contains(home))
  }
}

extension Outcome {
  fileprivate var isDeleted: Bool { if case .deleted = self { true } else { false } }
}
