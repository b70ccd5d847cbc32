import Foundation
import JSON
import Navigation
import NavstateClient

/// The params of the screen "dish".
struct Dish: RouteParams {
  static let route = "dish"
  var id: String
  var price: Int
}

/// The members of the app's data that the terminal shows.
struct Order: Decodable {
  var cart: [Item]
  var total: Int

  struct Item: Decodable {
    var dish: String
    var count: Int
  }
}

/// Orders two soups, and returns the lines that a terminal shows.
@MainActor
func orderSoup(at server: URL, queue: URL) async throws -> [String] {
  var configuration = ClientConfiguration()
  configuration.queue = FileQueueStore(folder: queue)
  let session = NewSession(app: "bistro-kiosk", key: "table-7")
  let nav = try await NavstateClient.connect(to: server, .new(session), configuration: configuration)
  defer { nav.close() }

  nav.push("menu")
  try nav.present(Dish(id: "soup", price: 700))
  nav.send(Action("more"))
  let last = nav.send(Action("choose"))
  // Predicted: nothing was awaited since the connection.
  let order = try nav.data(as: Order.self)
  let soup = order.cart[0]
  var lines = ["\(soup.count) × \(soup.dish), \(order.total) cents, \(nav.pending.count) requests wait"]

  // Confirmed: the requests were sent in order, this one last.
  let receipt = try await last.receipt()
  lines.append("revision \(receipt.revision), \(nav.current.route), \(nav.pending.count) requests wait")

  do {
    try await nav.push("checkout").receipt()
  } catch {
    lines.append("\(error.code): \(nav.current.route) stays")
  }
  return lines
}
