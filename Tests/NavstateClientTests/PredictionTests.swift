import AppDefinitions
import ExampleApps
import Foundation
import JSON
import Navigation
import RandomNumbers
import Testing

@testable import NavstateClient

@MainActor
@Suite("Predictions", .serialized)
struct PredictionTests {
  @Test(
    "The tree that is predicted for a random action is that of the server, and what is refused here is refused there",
    arguments: BuiltInApps.apps.map(\.name) + ["bistro-kiosk"])
  func equality(name: String) async throws {
    let server = try TestServer("--app", Self.kiosk.path)
    let app = try Self.app(named: name)
    let client = try await NavstateClient.connect(server, .new(NewSession(app: name))) { $0.app = .app(app) }
    var actions = RandomActions(app: app, random: SplitMix64(seed: 1))
    var counts = Counts()
    for _ in 1...1_000 { try await counts.check(actions.next(in: client.tree), client, app) }
    #expect(counts.made > 100 && counts.refused > 50, "\(counts)")
    #expect(counts.unknown < 100, "\(counts)")
    client.close()
  }

  private struct Counts {
    var (made, refused, unknown) = (0, 0, 0)

    @MainActor
    mutating func check(_ action: Action, _ client: NavstateClient, _ app: App) async throws {
      let request = client.model.request("actions", action.fields, at: 0)
      let prediction = Predictor(app: app).predict(request, on: client.tree, of: client.model.context)
      let before = client.tree
      let sent = client.send(action)
      switch prediction {
      case .made(let tree, _):
        made += 1
        #expect(client.tree == tree, "\(action.fields)")
        let receipt = try await sent.receipt()
        #expect(tree.root.renamed(by: receipt.serverIDs) == client.confirmed.tree.root, "\(action.fields)")
        #expect(tree.data.replacing(receipt.serverIDs) == client.confirmed.tree.data, "\(action.fields)")
      case .refused:
        refused += 1
        await #expect(throws: NavstateProblem.self, "\(action.fields)") { try await sent.receipt() }
        #expect(client.tree == before)
      case .unknown:
        unknown += 1
        _ = try? await sent.receipt()
      }
    }
  }

  private static func app(named name: String) throws -> App {
    if let app = BuiltInApps.apps.first(where: { $0.name == name }) { return app }
    return try AppDefinition(JSONValue(parsing: Array(Data(contentsOf: kiosk)), maximumDepth: 64)).app
  }

  static let kiosk = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples/kiosk/app.json")

  @Test("The definition of an app in JSON is read from the server, and predicts its own actions")
  func fetched() async throws {
    let server = try TestServer("--app", Self.kiosk.path)
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
