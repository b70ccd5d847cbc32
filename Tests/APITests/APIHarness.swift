import API
import ExampleApps
import Foundation
import HTTP
import HTTPServer
import JSON
import TestSupport
import Support
import Navigation
import SQLiteJournal
import Sessions
import Synchronization
import Testing
import Webhooks

/// An API on a temporary journal, and a client of the API.
struct APIHarness: Sendable {
  let api: API
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let client: any Client
  let clock: ManualClock
  let wakeup: ManualTimer
  let webhooks: WebhookSender
  /// Starts the delivery of messages.
  let post: ManualTimer
  let batches: ManualTimer
  /// Ends the streams of expired operators.
  let expiry: ManualTimer
  let handoffs = Handoffs()

  /// Sends a request with the given header field lines after Host.
  ///
  /// A body has the type JSON unless a line contains another Content-Type.
  func send(_ method: String, _ target: String, _ body: String? = nil, _ lines: String...) async throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + lines
    if let body {
      if !lines.contains(where: { $0.hasPrefix("Content-Type") }) { lines.append("Content-Type: application/json") }
      lines.append("Content-Length: \(body.utf8.count)")
    }
    let head = lines.map { $0 + "\r\n" }.joined() + "\r\n"
    return try await client.answer(to: Array((head + (body ?? "")).utf8), isHead: method == "HEAD")
  }

  /// Creates a session.
  ///
  /// - Returns: The path of the session.
  func session(of app: String = "counter") async throws -> String {
    try await session(#"{"app": "\#(app)"}"#).path
  }

  func session(_ body: String, _ lines: String...) async throws -> (path: String, token: String) {
    let line = lines.first ?? "Accept: */*"
    let answer = try await send("POST", "/v1/sessions", body, line)
    let token = try answer.json(maximumDepth: 200)["token"]?.stringValue
    guard answer.status == 201, let path = answer["Location"], let token else { throw NoAnswer(call: answer.text) }
    return (path, token)
  }
}

/// Handoff codes, one for each session and each header field line, and an operator.
final class Handoffs: Sendable {
  private let codes = Mutex<[String: JSONValue]>([:])

  /// The id of an operator, which a request may have deleted.
  func `operator`(_ harness: APIHarness) async throws -> String {
    if let id = codes.withLock({ $0["operator"]?.stringValue }) { return id }
    let id = try await harness.operator("spare", ["read"]).id
    codes.withLock { $0["operator"] = .string(id) }
    return id
  }

  func code(of session: String, for line: String, _ harness: APIHarness) async throws -> JSONValue {
    if let code = codes.withLock({ $0[session + line] }) { return code }
    let code = try await harness.send("POST", session + "/tokens", #"{"role": "watch", "once": true}"#, admin).json()
    codes.withLock { $0[session + line] = code }
    return code
  }
}

extension WebhookOptions {
  static var reachingLoopback: WebhookOptions {
    var options = WebhookOptions()
    options.transport.addresses.allowsPrivate = true
    return options
  }
}

/// Opens an API over the given transport, until the test ends.
///
/// The suite needs the trait `closesAPIs`.
func openAPI(
  _ way: Way, apps: [App] = [Counter.app], limits: SessionLimits = SessionLimits(), log: RequestLog = .silent,
  webhooks: WebhookOptions = .reachingLoopback,
  configure: (inout API.Configuration) -> Void = { _ in }
) async throws -> APIHarness {
  guard let opened = OpenedAPIs.ofTest else { preconditionFailure("The suite lacks the trait `closesAPIs`.") }
  await Semaphore.labs.enter()
  let directory = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString)").path
  let clock = ManualClock()
  let journal = try SQLiteJournal(directory: directory) { clock.now }
  opened.add {
    defer { Semaphore.labs.leave() }
    let failure = await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: journal.close()) }
    }
    precondition(failure == nil, "\(String(describing: failure))")
    try FileManager.default.removeItem(atPath: directory)
  }
  var configuration = API.Configuration()
  configure(&configuration)
  let traps = [0, 1].map { TrapRecord.trap(Trap(at: clock.now - $0, subject: .app("gone"))) }
  let quarantine = TrapQuarantine(QuarantineItem.items(after: traps, at: clock.now), now: { clock.now })
  let catalogue = AppCatalogue(compiled: apps, features: BuiltInApps.features, traps: quarantine)
  let environment = SessionEnvironment(journal: journal, now: { clock.now }, limits: limits)
  let registry = SessionRegistry(environment: environment, catalogue: catalogue)
  let wakeup = ManualTimer { clock.now }
  registry.startTimers(wakeup)
  let webhooks = WebhookSender(store: journal.deliveries { _ in }, options: webhooks) { _ in }
  journal.announceDeliveries { [weak webhooks] in webhooks?.announce($0) }
  try webhooks.start()
  let post = ManualTimer { clock.now }
  registry.startMessages(post)
  let batches = ManualTimer { clock.now }
  registry.startBatches(batches, describing: API.describe)
  let expiry = ManualTimer { clock.now }
  let metrics = MetricsPage()
  metrics.add { registry.report(in: &$0) }
  metrics.add { journal.report(in: &$0) }
  metrics.add { webhooks.report(in: &$0) }
  opened.add {
    registry.stopTimers()
    registry.stopMessages()
    registry.stopBatches()
    webhooks.stop()
  }
  let api = API(
    registry: registry, catalogue: catalogue, journal: journal, webhooks: webhooks, configuration: configuration,
    operators: Operators(timer: expiry, now: { clock.now }), metrics: metrics, log: log, now: { clock.now },
    elapsed: { clock.now &* 1_000_000 })
  let client: any Client =
    switch way {
    case .inProcess: InProcessClient(api: api)
    case .live: try opened.client(of: api)
    }
  return APIHarness(
    api: api, registry: registry, catalogue: catalogue, client: client, clock: clock, wakeup: wakeup,
    webhooks: webhooks, post: post, batches: batches, expiry: expiry)
}

/// Opens an API and creates a session of an app.
func openSession(
  of app: String = "counter", _ way: Way, apps: [App] = [Counter.app], limits: SessionLimits = SessionLimits(),
  configure: (inout API.Configuration) -> Void = { _ in }
) async throws -> (harness: APIHarness, session: String) {
  let harness = try await openAPI(way, apps: apps, limits: limits, configure: configure)
  return (harness, try await harness.session(of: app))
}

/// Runs `body` against a new API, which is closed afterwards.
func withAPI(
  _ way: Way, apps: [App] = [Counter.app], limits: SessionLimits = SessionLimits(), log: RequestLog = .silent,
  webhooks: WebhookOptions = .reachingLoopback,
  configure: (inout API.Configuration) -> Void = { _ in },
  _ body: (APIHarness) async throws -> Void
) async throws {
  try await OpenedAPIs.closing {
    try await body(openAPI(way, apps: apps, limits: limits, log: log, webhooks: webhooks, configure: configure))
  }
}

/// The servers that a test has opened, which are closed in the reverse order.
final class OpenedAPIs: Sendable {
  @TaskLocal static var ofTest: OpenedAPIs?

  private let endings = Mutex<[@Sendable () async throws -> Void]>([])

  func add(_ ending: @escaping @Sendable () async throws -> Void) {
    endings.withLock { $0.append(ending) }
  }

  /// Starts a server of the API.
  fileprivate func client(of api: API) throws -> LiveClient {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.limits.request.streamedPath = ("/v1/imports", 64 << 20)
    let server = try HTTPServer(configuration: configuration, responder: APIResponder(api: api))
    server.start()
    add { await withCheckedContinuation { done in server.drain(within: 0) { done.resume() } } }
    return LiveClient(port: server.addresses[0].port)
  }

  /// Runs `body`, then closes the APIs that it has opened.
  static func closing(_ body: () async throws -> Void) async throws {
    let opened = OpenedAPIs()
    let result: Result<Void, any Error>
    do {
      result = .success(try await $ofTest.withValue(opened, operation: body))
    } catch {
      result = .failure(error)
    }
    for ending in opened.endings.withLock({ $0 }).reversed() { try await ending() }
    return try result.get()
  }
}

/// Closes the APIs that a test of the suite has opened.
struct APIClosingTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await OpenedAPIs.closing(function)
  }
}

extension Trait where Self == APIClosingTrait {
  static var closesAPIs: APIClosingTrait { APIClosingTrait() }
}

private struct APIResponder: Responder {
  let api: API

  func respond(to request: Request, writer: ConnectionResponseWriter) {
    api.respond(to: request, writer: writer)
  }

  func response(to error: RequestError) -> Response { API.response(to: error) }
}
