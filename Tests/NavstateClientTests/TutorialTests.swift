import Foundation
import Navigation
import Testing

@testable import NavstateClient

@MainActor
@Suite("The tutorial of the Swift client", .serialized)
struct TutorialTests {
  @Test("The terminal shows the predicted order, the confirmed order and a refused push")
  func terminal() async throws {
    let server = try TestServer(app: PredictionTests.kiosk())
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let lines = try await orderSoup(at: server.address, queue: folder)
    #expect(
      lines == [
        "2 × soup, 1400 cents, 4 requests wait", "revision 5, menu, 0 requests wait",
        "destination-not-allowed: menu stays",
      ])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.allSatisfy { $0.hasSuffix(".lock") || $0.hasSuffix(".snapshot.json") })
  }

  @Test("Items of views keep their identity, and removals by the device are reported")
  func items() async throws {
    let server = try TestServer(app: PredictionTests.kiosk())
    let client = try await NavstateClient.connect(server, .new(NewSession(app: "bistro-kiosk")))
    client.push("menu")
    let predicted = client.items(of: "root")
    await until { client.pending.isEmpty }
    #expect(client.items(of: "root") == predicted)
    #expect(client.screen(of: predicted[0]).id == client.current.id)
    try client.present(Dish(id: "soup", price: 700))
    let sheet = try #require(client.item(presentedAs: .sheet, over: "root"))
    #expect(sheet.screen.params["id"] == "soup")
    client.reportPresented(nil, as: .sheet, over: "root")
    #expect(client.item(presentedAs: .sheet, over: "root") == nil)
    client.reportPath([], of: "root")
    #expect(client.current.route == "welcome")
    await until { client.pending.isEmpty }
    #expect(client.current.route == "welcome")
    client.close()
  }

  @Test("A handoff code opens the session on another device, once")
  func handoff() async throws {
    let server = try TestServer()
    let one = try await NavstateClient.connect(server, ClientTests.new)
    let code = try await one.handoff(name: "phone")
    let other = try await NavstateClient.connect(server, .handoff(code: code))
    #expect(other.credentials.id == one.credentials.id)
    let problem = await #expect(throws: NavstateProblem.self) {
      try await NavstateClient.connect(server, .handoff(code: code))
    }
    #expect(problem?.code == "no-such-code")
    #expect(try await other.available().contains { $0.action.type == "pop" && $0.code == "nothing-to-pop" })
    one.close()
    other.close()
  }

  @Test("Params, actions and states can be values of custom types")
  func types() async throws {
    struct Count: RouteParams, Equatable {
      static let route = "counter"
      var count: Int
    }
    struct OwnAction: Encodable { var type: String }
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, ClientTests.new)
    try await client.push(Count(count: 5)).receipt()
    try await client.perform(OwnAction(type: "increment")).receipt()
    #expect(try client.current.params() == Count(count: 5))
    #expect(try client.current.state() == Count(count: 6))
    client.close()
  }

  @Test("Undo and redo change the tree with their receipt")
  func undo() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, ClientTests.new)
    try await client.push("counter").receipt()
    #expect(client.can.undo && client.can.pop)
    try await client.undo().receipt()
    #expect(client.routes == ["counter"])
    #expect(client.can.redo)
    try await client.redo().receipt()
    #expect(client.routes == ["counter", "counter"])
    client.close()
  }
}
