import AppDefinitions
import ExampleApps
import Foundation
import JSON
import Navigation
import TestSupport
import Testing

@testable import NavstateClient

@MainActor
@Suite("Predictions", .serialized)
struct PredictionTests {
  @Test(
    "A predicted tree equals the tree of the server, and a predicted refusal is a refusal",
    arguments: BuiltInApps.apps.map(\.name) + ["bistro-kiosk"])
  func equality(name: String) async throws {
    let server = try TestServer(app: Self.kiosk())
    let app = try Self.app(named: name)
    let client = try await NavstateClient.connect(server, .new(NewSession(app: name))) { $0.app = .app(app) }
    var actions = RandomActions(app: app, random: SplitMix64(seed: 1))
    var counts = Counts()
    for _ in 1...600 { try await counts.check(actions.next(in: client.tree), client, app) }
    #expect(counts.made > 30 && counts.refused > 30, "\(counts)")
    #expect(counts.unknown < 100, "\(counts)")
    client.close()
  }

  @Test("After a migration, the client predicts by the new version")
  func migration() async throws {
    let server = try TestServer()
    let admin = ServerEndpoint(server: server.address, token: nil, transport: URLSessionTransport())
    for (version, screen) in [(1, "dish"), (2, "meal")] {
      var app: JSONObject = [
        "app": "flow", "version": .integer(Int64(version)), "root": ["kind": "stack", "initial": "home"],
        "routes": .object(["home": [:], screen: [:]]),
      ]
      if version == 2 { app["migrate"] = ["1": ["routes": ["dish": "meal"]]] }
      _ = try await admin.send(try admin.request("PUT", "v1/apps/flow", app))
    }
    let client = try await NavstateClient.connect(server, .new(NewSession(app: "flow", version: 1)))
    try await client.push("dish").receipt()
    _ = try await admin.json("POST", "v1/apps/flow/migrations", ["from": 1, "to": 2])
    await until { client.routes == ["home", "meal"] }
    await until { client.app?.version == 2 }
    let sent = client.push("meal")
    #expect(client.routes == ["home", "meal", "meal"])
    #expect(try await sent.receipt().isChanged)
    client.close()
  }

  private struct Counts {
    var (made, refused, unknown) = (0, 0, 0)

    @MainActor
    mutating func check(_ action: Action, _ client: NavstateClient, _ app: App) async throws {
      let request = client.model.request("actions", action.fields, at: 0)
      let before = client.confirmed
      let prediction = Predictor(app: app).predict(request, on: before.tree, of: PredictedState(before).session)
      let sent = client.send(action)
      count(prediction)
      #expect(client.tree == prediction.tree ?? before.tree, "\(action.fields)")
      let answer = await sent.answer()
      // A timer of the app changed the session before.
      if case .success(let receipt) = answer, receipt.revision > before.revision + 1 { return }
      switch (prediction, answer) {
      case (.made(let tree, _), .success(let receipt)):
        #expect(tree.root.renamed(by: receipt.serverIDs) == client.confirmed.tree.root, "\(action.fields)")
        #expect(tree.data.replacing(receipt.serverIDs) == client.confirmed.tree.data, "\(action.fields)")
      case (.refused, .failure), (.unknown, _): break
      case (.made, .failure), (.refused, .success): Issue.record("\(prediction), \(answer): \(action.fields)")
      }
    }

    private mutating func count(_ prediction: Predictor.Prediction) {
      switch prediction {
      case .made: made += 1
      case .refused: refused += 1
      case .unknown: unknown += 1
      }
    }
  }

  private static func app(named name: String) throws -> App {
    if let app = BuiltInApps.apps.first(where: { $0.name == name }) { return app }
    return try AppDefinition(JSONValue(parsing: Array(kiosk()), maximumDepth: 64)).app
  }

  /// The definition of the kiosk, but with guests who may do nothing for an hour instead of a minute: on a busy machine
  /// a test can take that long.
  static func kiosk() throws -> Data {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let definition = try String(contentsOf: repository.appending(path: "Examples/kiosk/app.json"), encoding: .utf8)
    return Data(definition.replacing("PT60S", with: "PT1H").utf8)
  }

  @Test("A client reads the definition of an app from the server and predicts its own actions")
  func fetched() async throws {
    let server = try TestServer(app: Self.kiosk())
    let client = try await NavstateClient.connect(server, .new(NewSession(app: "bistro-kiosk")))
    client.send([Action("push", ["route": "menu"]), Action("add", ["dish": "soup", "price": 700, "count": 2])])
    #expect(client.routes == ["welcome", "menu"])
    #expect(client.tree.data["total"] == 1400)
    await until { client.pending.isEmpty }
    #expect(client.confirmed.tree.data["total"] == 1400)
    client.close()
  }

  @Test("An action whose expressions read the time is not predicted")
  func time() throws {
    let app = try AppDefinition([
      "app": "clock", "version": 1, "data": ["at": nil], "root": ["kind": "stack", "initial": "home"],
      "actions": ["tick": ["do": ["set": ["data.at": "string(now)"]]], "tock": ["do": ["set": ["data.at": "'x'"]]]],
      "routes": ["home": [:]],
    ]).app
    let tree = try app.start()
    func prediction(_ type: String) -> Predictor.Prediction {
      let request = QueuedRequest(path: "actions", body: ["type": .string(type)], at: 0, number: 0)
      return Predictor(app: app).predict(request, on: tree, of: SessionContext())
    }
    guard case .unknown = prediction("tick"), case .made(let after, _) = prediction("tock") else {
      Issue.record("`tick` must be unknown and `tock` must be predicted.")
      return
    }
    #expect(after.data["at"] == "x")
  }
}

extension Predictor.Prediction {
  fileprivate var tree: Tree? {
    if case .made(let tree, _) = self { tree } else { nil }
  }
}
