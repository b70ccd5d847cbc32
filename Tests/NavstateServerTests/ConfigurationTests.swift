import API
import Support
import Foundation
import HTTP
import Testing
import Webhooks

@testable import NavstateServer

@Suite("The configuration")
struct ConfigurationTests {
  static let token = "0123456789abcdef"

  private func configuration(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws(UsageError) -> Configuration {
    try Configuration(Options(arguments[...], environment: environment, program: "navstate"), environment: environment)
  }

  @Test("The configuration has the documented defaults")
  func defaults() throws {
    let standard = try configuration()
    #expect(standard.server.host == "127.0.0.1")
    #expect(standard.server.port == 8_080)
    #expect(standard.data == "./navstate-data")
    #expect(standard.api.requiresToken == false)
    #expect(standard.api.batch == 100)
    #expect(standard.api.leaseSeconds == 3_600)
    #expect(standard.limits.stateSize == 256_000)
    #expect(standard.limits.waitingActions == 64)
    #expect(standard.limits.timers.count == 1_000)
    #expect(standard.limits.timers.span == 315_619_200_000)
    #expect(standard.waitingChanges == 4_096)
    #expect(standard.server.limits.request.body == 1_048_576)
    #expect(standard.server.limits.connectionsPerAddress == 256)
    #expect(standard.server.timeouts.header == .seconds(10))
    #expect(standard.server.timeouts.idle == .seconds(75))
    #expect(standard.server.limits.queuedEvents == 256)
    #expect(standard.server.limits.queuedBytes == 262_144)
    #expect(standard.server.timeouts.heartbeat == .seconds(15))
    #expect(standard.webhooks.transport.addresses.allowsPrivate == false)
    #expect(standard.webhooks.transport.timeout == 15_000)
    #expect(standard.webhooks.transport.connectTimeout == 5_000)
    #expect(standard.webhooks.failures == 20)
    #expect(standard.webhooks.backoff.longest == 3_600_000)
  }

  @Test("Traces are sent to --otlp-endpoint, all of them or a part")
  func telemetry() throws {
    #expect(try configuration("--otlp-sample", "0").telemetry == nil)
    #expect(try configuration("--otlp-endpoint", "http://h:4318").telemetry?.ratio == 1)
    let part = try configuration("--otlp-endpoint", "http://h:4318", "--otlp-sample", "0.05").telemetry
    #expect(part == (try TelemetryOptions(endpoint: "http://h:4318", ratio: 0.05)))
    for ratio in ["-1", "1.1", "nan", "5%"] {
      #expect(throws: UsageError.self) { try configuration("--otlp-sample", ratio) }
    }
    #expect(throws: UsageError.self) { try configuration("--otlp-endpoint", "h:4318") }
  }

  @Test("By default only the creations of an address and of an app key have a rate limit")
  func standardQuotas() throws {
    var standard = Quotas()
    standard.creations = Rate(600, inSeconds: 60, burst: 600)
    standard.creationsPerKey = Rate(6_000, inSeconds: 60, burst: 6_000)
    #expect(try configuration().api.quotas == standard)
    #expect(
      try configuration("--max-creations-per-address", "0", "--max-creations-per-key", "0").api.quotas == Quotas())
  }

  @Test("Options set the depths of JSON and trees, the chunk line and the memory limits")
  func depths() throws {
    let standard = try configuration()
    #expect(standard.api.jsonDepth == 64)
    #expect(standard.limits.treeDepth == 20)
    #expect(standard.server.limits.request.chunkLine == 256)
    #expect(standard.server.limits.discardedBytes == 4_194_304)
    #expect(standard.limits.leases == 100_000)
    let given = try configuration(
      "--max-json-depth", "100", "--max-tree-depth", "30", "--max-chunk-line", "64", "--max-discarded", "0",
      "--max-leases", "5", "--max-memory-per-app", "2000000", "--max-definitions", "3000000")
    #expect(given.api.jsonDepth == 100)
    #expect(given.limits.treeDepth == 30)
    #expect(given.server.limits.request.chunkLine == 64)
    #expect(given.server.limits.discardedBytes == 0)
    #expect(given.limits.leases == 5)
    #expect(given.limits.memoryPerApp == 2_000_000)
    #expect(given.definitions == 3_000_000)
  }

  @Test("Options set each rate limit")
  func quotas() throws {
    #expect(try configuration().limits.listeners == 10_000)
    let given = try configuration(
      "--max-request-rate", "50", "--max-action-rate", "10", "--max-action-burst", "30", "--max-creations-per-address",
      "6", "--max-creations-per-key", "60", "--max-creations", "600", "--max-listeners", "7", "--max-listeners-in-all",
      "9")
    var quotas = Quotas()
    quotas.requests = Rate(50, inSeconds: 1, burst: 100)
    quotas.actions = Rate(10, inSeconds: 1, burst: 30)
    quotas.creations = Rate(6, inSeconds: 60, burst: 6)
    quotas.creationsPerKey = Rate(60, inSeconds: 60, burst: 60)
    quotas.creationsInAll = Rate(600, inSeconds: 60, burst: 600)
    quotas.listeners = 9
    #expect(given.api.quotas == quotas)
    #expect(given.limits.listeners == 7)
    for name in ["max-request-rate", "max-action-burst", "max-listeners", "max-held"] {
      #expect(throws: UsageError.self) { try configuration("--\(name)", "0") }
    }
    let error = #expect(throws: UsageError.self) { try configuration("--max-action-burst", "5") }
    #expect(error?.message.contains("--max-action-rate") == true)
  }

  @Test("The memory ceiling is twice the memory limit by default, and never below it")
  func memory() throws {
    #expect(try configuration().limits.memory == 536_870_912)
    #expect(try configuration().limits.memoryCeiling == 1_073_741_824)
    #expect(try configuration().server.limits.heldBytes == 268_435_456)
    #expect(try configuration("--memory-limit", "2000000").limits.memoryCeiling == 4_000_000)
    #expect(
      try configuration("--memory-limit", "2000000", "--memory-ceiling", "2000000").limits.memoryCeiling == 2_000_000)
    let error = #expect(throws: UsageError.self) {
      try configuration("--memory-limit", "2000000", "--memory-ceiling", "1999999")
    }
    #expect(error?.message.contains("--memory-limit") == true)
  }

  @Test("Only listed hosts are allowed, or only local ones on loopback without tokens")
  func hosts() throws {
    let token = ["NAVSTATE_ADMIN_TOKEN": Self.token]
    let standard = try configuration()
    #expect(standard.api.allowedHosts == .local)
    #expect(standard.api.refusesForeignPages)
    let required = try configuration(environment: token)
    #expect(required.api.allowedHosts == .all)
    #expect(!required.api.refusesForeignPages)
    #expect(try configuration("--auth", "open", environment: token).api.allowedHosts == .local)
    #expect(try configuration("--host", "0.0.0.0", environment: token).api.allowedHosts == .all)
    let open = try configuration("--host", "0.0.0.0", "--auth", "open", environment: token)
    #expect(open.api.allowedHosts == .all)
    #expect(!open.api.refusesForeignPages)
    let listed = try configuration("--allow-host", "Navstate.Example", "--allow-host", "box")
    #expect(listed.api.allowedHosts == .listed([Array("navstate.example".utf8), Array("box".utf8)]))
    #expect(listed.api.refusesForeignPages)
    for text in ["", "a:80", "http://a", "a b", "*", "ü"] {
      let error = #expect(throws: UsageError.self) { try configuration("--allow-host", text) }
      #expect(error?.message.contains("without a port") == true)
    }
  }

  @Test("Lists and repeated options set the hosts that calls may address")
  func callHosts() throws {
    let hosts = try configuration("--allow-call", "pay.example,10.0.0.1:8080", "--allow-call", "a").callHosts
    #expect(hosts == ["pay.example", "10.0.0.1:8080", "a"].compactMap(AllowedHost.init))
    let error = #expect(throws: UsageError.self) { try configuration("--allow-call", "http://a") }
    #expect(error?.message.contains("pay.example:8443") == true)
  }

  @Test("Options set the trusted proxies and their header field")
  func proxies() throws {
    let given = try configuration("--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1")
    let networks = try ["10.0.0.0/8", "::1"].map { try #require(IPNetwork($0)) }
    #expect(given.api.trustedProxies == TrustedProxies(networks: networks, field: .xForwardedFor))
    #expect(given.server.limits.trustedProxies == given.api.trustedProxies)
    #expect(try configuration("--proxy-field", "forwarded").api.trustedProxies.field == .forwarded)
    for text in ["", "10.0.0.0/33", "proxy.example"] {
      let error = #expect(throws: UsageError.self) { try configuration("--trusted-proxy", text) }
      #expect(error?.message.contains("10.0.0.0/8") == true)
    }
    #expect(throws: UsageError.self) { try configuration("--proxy-field", "via") }
  }

  @Test("Options set the limits of webhooks")
  func webhooks() throws {
    let given = try configuration(
      "--allow-private-webhooks", "yes", "--webhook-timeout", "2", "--max-webhook-wait", "60",
      "--max-webhook-failures", "3", "--max-webhook-deliveries", "4", "--max-webhook-deliveries-in-all", "5")
    #expect(given.webhooks.transport.addresses.allowsPrivate)
    #expect(given.webhooks.transport.timeout == 2_000)
    #expect(given.webhooks.transport.connectTimeout == 2_000)
    #expect(given.webhooks.backoff.longest == 60_000)
    #expect(given.webhooks.failures == 3)
    #expect(given.webhooks.inFlight == 4)
    #expect(given.webhooks.inFlightInAll == 5)
    let error = #expect(throws: UsageError.self) { try configuration("--allow-private-webhooks", "maybe") }
    #expect(error?.message.contains("one of no, yes") == true)
  }

  @Test("Options set the queue limits and the heartbeat of event streams")
  func streams() throws {
    let given = try configuration("--max-queued-events", "7", "--max-queued-bytes", "2048", "--heartbeat", "3")
    #expect(given.server.limits.queuedEvents == 7)
    #expect(given.api.queuedEvents == 7)
    #expect(given.server.limits.queuedBytes == 2_048)
    #expect(given.api.queuedBytes == 2_048)
    #expect(given.server.timeouts.heartbeat == .seconds(3))
    #expect(throws: UsageError.self) { try configuration("--heartbeat", "0") }
  }

  @Test("Options set their parts of the configuration")
  func options() throws {
    let given = try configuration(
      "--port", "0", "--max-batch", "7", "--max-state", "5000", "--max-waiting-actions", "3", "--max-body", "2048",
      "--max-timers", "2", "--max-timer-span", "60", "--max-lease", "30", "--idle-timeout", "9", "--allow-origin",
      "https://app.example",
      "--app", "a.json", "--log-level", "error")
    #expect(given.server.port == 0)
    #expect(given.api.batch == 7)
    #expect(given.api.leaseSeconds == 30)
    #expect(given.limits.stateSize == 5_000)
    #expect(given.limits.waitingActions == 3)
    #expect(given.limits.timers.count == 2)
    #expect(given.limits.timers.span == 60_000)
    #expect(given.server.limits.request.body == 2_048)
    #expect(given.server.timeouts.idle == .seconds(9))
    #expect(given.api.allowedOrigins == ["https://app.example"])
    #expect(given.apps == ["a.json"])
    #expect(given.logLevel == .error)
  }

  @Test("Integer options reject other values", arguments: Option.all.filter { $0.value == "N" || $0.value == "BYTES" })
  func integers(option: Option) {
    for value in ["x", "-1", "99999999999999999999"] {
      let error = #expect(throws: UsageError.self) { try configuration("--\(option.name)=\(value)") }
      #expect(
        error?.message.hasPrefix("--\(option.name) takes an integer from ") == true, "\(String(describing: error))")
    }
  }

  @Test("A loopback host needs no admin token", arguments: ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost"])
  func loopback(host: String) throws {
    #expect(try configuration("--host", host).server.host == host)
  }

  @Test(
    "Other hosts than loopback need an admin token",
    arguments: ["0.0.0.0", "::", "192.0.2.1", "127.example.com", "127.0.0.1.example.com", "1127.0.0.1", ""])
  func open(host: String) throws {
    let error = #expect(throws: UsageError.self) { try configuration("--host", host) }
    #expect(error?.message.contains("NAVSTATE_ADMIN_TOKEN") == true)
    let given = try configuration("--host", host, environment: ["NAVSTATE_ADMIN_TOKEN": Self.token])
    #expect(given.server.host == host)
    #expect(given.api.requiresToken)
  }

  @Test("Requests need tokens if there is an admin token, unless --auth is open")
  func auth() throws {
    let environment = ["NAVSTATE_ADMIN_TOKEN": Self.token]
    let required = try configuration(environment: environment)
    #expect(required.api.requiresToken)
    #expect(required.api.adminTokenHashes == [SHA256.hash(Array(Self.token.utf8))])
    #expect(try configuration("--auth", "open", environment: environment).api.requiresToken == false)
    #expect(throws: UsageError.self) { try configuration("--auth", "required") }
    #expect(try configuration("--demo").api.servesDemo)
    #expect(throws: UsageError.self) { try configuration("--demo", environment: environment) }
    #expect(throws: UsageError.self) { try configuration("--auth", "none", environment: environment) }
  }

  @Test("The admin token is read from a file without the end of its line")
  func tokenFile() throws {
    try withFolder { folder in
      try Data("  \(Self.token)\r\n".utf8).write(to: URL(filePath: folder + "/token"))
      let given = try configuration("--admin-token-file", folder + "/token", environment: ["NAVSTATE_ADMIN_TOKEN": "x"])
      #expect(given.api.adminTokenHashes == [SHA256.hash(Array(Self.token.utf8))])
    }
  }

  @Test("The file of the admin token may have two of them")
  func twoTokens() throws {
    try withFolder { folder in
      try Data("\(Self.token)\n\nthe-next-admin-token\n".utf8).write(to: URL(filePath: folder + "/token"))
      let given = try configuration("--admin-token-file", folder + "/token")
      #expect(
        given.api.adminTokenHashes == [Self.token, "the-next-admin-token"].map { SHA256.hash(Array($0.utf8)) })
    }
  }

  @Test(
    "A weak or missing token in a file, or a third one, is rejected",
    arguments: [
      "", "\n", "short", "with a space in the middle", "the-next-admin-token\nshort",
      String(repeating: "0123456789abcdef\n", count: 3),
    ])
  func weakTokens(token: String) throws {
    try withFolder { folder in
      try Data(token.utf8).write(to: URL(filePath: folder + "/token"))
      #expect(throws: UsageError.self) { try configuration("--admin-token-file", folder + "/token") }
      #expect(throws: UsageError.self) { try configuration("--admin-token-file", folder + "/none") }
    }
  }

  @Test(
    "An allowed origin that is not exact is rejected",
    arguments: ["*", "app.example", "https://app.example/", "https://", "https://A.example"])
  func origins(origin: String) {
    let error = #expect(throws: UsageError.self) { try configuration("--allow-origin", origin) }
    #expect(error?.message.contains("\"\(origin)\"") == true)
  }

  @Test(
    "App origins and ports are valid", arguments: ["capacitor://localhost", "http://localhost:3000", "https://[::1]:1"])
  func goodOrigins(origin: String) throws {
    #expect(try configuration("--allow-origin", origin).api.allowedOrigins == [origin])
  }
}

/// Runs `body` with a new folder and removes it afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
}
