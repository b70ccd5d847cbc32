import Foundation
import HTTP
import SQLiteJournal
import Sessions
import Webhooks

@testable import API

extension DocumentedAPI {
  /// The routes of the API, which are the same for every configuration.
  static let routes: [Route<Endpoint>] = {
    let directory = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString)").path
    do {
      let journal = try SQLiteJournal(directory: directory) { 0 }
      let routes = API(on: journal).routes
      precondition(journal.close() == nil, "the journal was not closed")
      try FileManager.default.removeItem(atPath: directory)
      return routes
    } catch {
      preconditionFailure("\(error)")
    }
  }()
}

extension API {
  /// Creates an API without apps.
  fileprivate convenience init(on journal: SQLiteJournal) {
    let catalogue = AppCatalogue(compiled: [])
    let environment = SessionEnvironment(journal: journal, now: { 0 }, limits: SessionLimits())
    self.init(
      registry: SessionRegistry(environment: environment, catalogue: catalogue), catalogue: catalogue, journal: journal,
      webhooks: WebhookSender(store: journal.deliveries { _ in }) { _ in }, configuration: Configuration(), now: { 0 })
  }
}
