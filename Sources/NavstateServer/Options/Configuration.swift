import API
import Support
import Glibc
import HTTP
import HTTPServer
import SQLiteJournal
import Sessions
import PostgresJournal
import Webhooks

/// The configuration of `serve`.
struct Configuration: Sendable {
  var server = HTTPServer.Configuration()
  var api = API.Configuration()
  var limits = SessionLimits()
  var webhooks = WebhookOptions()
  /// The hosts that the logic of apps may call.
  var callHosts: [AllowedHost] = []
  var retention = Retention()
  /// Bytes of memory for definitions of apps; nil: a share of the ceiling.
  var definitions: Int?
  var data: String
  /// nil: sessions are stored in the data folder.
  var store: StoreOptions?
  var apps: [String]
  /// Whether the files of apps are defined again when they change.
  var watchesApps: Bool
  /// Whether the server does nothing on sessions by itself.
  var holdsTimers: Bool
  var logLevel: Log.Level
  var logFormat: Log.Format
  var hasAccessLog: Bool
  /// Whether standard error is the journal of systemd.
  var logsToJournal: Bool
  /// The collector of traces; nil: nothing is traced.
  var telemetry: TelemetryOptions?
  /// Seconds.
  var drainDelay = 0
  var drainTimeout = 8
  var waitingChanges = 4_096
  var checkpoints: Checkpoints

  init(_ options: Options, environment: [String: String]) throws(UsageError) {
    api.version = Command.version
    data = options.text("data") ?? "./navstate-data"
    api.importFolder = data
    apps = options.list("app")
    watchesApps = try options.flag("watch")
    if watchesApps, apps.isEmpty { throw UsageError("\(options.source(of: "watch")) needs an --app FILE to watch") }
    holdsTimers = try options.flag("hold-timers")
    logLevel = try options.choice("log-level", of: Log.Level.allCases.map(\.rawValue)).flatMap(Log.Level.init) ?? .info
    hasAccessLog = try options.flag("access-log")
    let format = try options.choice("log-format", of: Log.Format.allCases.map(\.rawValue)).flatMap(Log.Format.init)
    logFormat = format ?? .standard
    logsToJournal = Log.isJournal(environment["JOURNAL_STREAM"])
    try options.read("drain-delay", in: 0...3_600, into: &drainDelay)
    try options.read("drain-timeout", in: 0...3_600, into: &drainTimeout)
    try options.read("max-waiting-changes", in: 1...1_000_000, into: &waitingChanges)
    checkpoints =
      try options.choice("checkpoints", of: Checkpoints.allCases.map(\.rawValue)).flatMap(Checkpoints.init) ?? .own
    telemetry = try options.telemetry()
    store = try options.store()
    limits.storeTimeout = store?.timeout ?? limits.storeTimeout
    server.timeouts.late = store.map { HTTPServer.LateAnswer(ofStore: $0.timeout) }
    store?.capacity = waitingChanges
    try readServer(options, environment)
    try readStreams(options)
    try readLimits(options)
    try readQuotas(options)
    try readWebhooks(options)
    try readAccess(options, environment)
  }

  private mutating func readServer(_ options: Options, _ environment: [String: String]) throws(UsageError) {
    server.host = options.text("host") ?? server.host
    server.port = UInt16(try options.integer("port", in: 0...65_535) ?? 8_080)
    server.inherited = SocketActivation.sockets(environment)
    do throws(ServerError) {
      // The checks below are for the addresses that the sockets have.
      let hosts = try server.inherited.map { (socket) throws(ServerError) in try SocketAddress(ofListening: socket).host
      }
      server.host = hosts.first { !Self.isLoopback($0) } ?? hosts.first ?? server.host
    } catch {
      throw UsageError("LISTEN_FDS: \(error)")
    }
    try options.read("loops", in: 1...64, into: &server.loops)
    // What reads a long history may take minutes on a busy machine. A store of several nodes has a time of its own.
    server.timeouts.answer = .seconds(600)
    server.limits.connections = try options.integer("max-connections", in: 1...1_000_000)
    try options.read("max-connections-per-address", in: 1...1_000_000, into: &server.limits.connectionsPerAddress)
    try options.read("max-pipelined", in: 1...64, into: &server.limits.pipelinedRequests)
    try options.read("max-target", in: 64...65_536, into: &server.limits.request.target)
    try options.read("max-field", in: 64...65_536, into: &server.limits.request.field)
    try options.read("max-header", in: 256...1_048_576, into: &server.limits.request.headerSection)
    try options.read("max-fields", in: 4...1_000, into: &server.limits.request.fields)
    try options.read("max-chunk-line", in: 16...8_192, into: &server.limits.request.chunkLine)
    try options.read("max-body", in: 1_024...67_108_864, into: &server.limits.request.body)
    let importSize = try options.integer("max-import", in: 1_024...1_073_741_824) ?? 67_108_864
    server.limits.request.streamedPath = ("/v1/imports", importSize)
    try options.read("max-discarded", in: 0...1_073_741_824, into: &server.limits.discardedBytes)
    server.timeouts.header = .seconds(try options.integer("header-timeout", in: 1...3_600) ?? 10)
    server.timeouts.body = .seconds(try options.integer("body-timeout", in: 1...3_600) ?? 30)
    server.timeouts.idle = .seconds(try options.integer("idle-timeout", in: 1...86_400) ?? 75)
    server.timeouts.stalledWrite = .seconds(try options.integer("write-timeout", in: 1...3_600) ?? 20)
  }

  private mutating func readStreams(_ options: Options) throws(UsageError) {
    try options.read("max-queued-events", in: 1...100_000, into: &server.limits.queuedEvents)
    api.queuedEvents = server.limits.queuedEvents
    try options.read("max-queued-bytes", in: 1_024...1_073_741_824, into: &server.limits.queuedBytes)
    api.queuedBytes = server.limits.queuedBytes
    let silence = try options.integer("heartbeat", in: 1...3_600).map { Duration.seconds($0) }
    server.timeouts.heartbeat = silence ?? server.timeouts.heartbeat
  }

  private mutating func readLimits(_ options: Options) throws(UsageError) {
    try options.read("max-batch", in: 1...10_000, into: &api.batch)
    try options.read("max-lease", in: 1...86_400, into: &api.leaseSeconds)
    try options.read("max-json-depth", in: 8...1_000, into: &api.jsonDepth)
    try options.read("max-tree-depth", in: 1...256, into: &limits.treeDepth)
    try options.read("max-state", in: 1_024...16_777_216, into: &limits.stateSize)
    try options.read("max-output-bytes", in: 1_024...67_108_864, into: &limits.outputBytes)
    try options.read("max-import-line", in: 1_024...67_108_864, into: &limits.archiveLine)
    try options.read("max-imports", in: 1...1_000, into: &api.imports)
    try options.read("max-waiting-actions", in: 1...10_000, into: &limits.waitingActions)
    try options.read("max-leases", in: 1...10_000_000, into: &limits.leases)
    try options.read("max-timers", in: 0...100_000, into: &limits.timers.count)
    let span = try options.integer("max-timer-span", in: 1...316_224_000).map { Int64($0) * 1_000 }
    limits.timers.span = span ?? limits.timers.span
    try options.read("max-mailbox", in: 1...100_000, into: &limits.mailbox.messages)
    try options.read("max-mailbox-bytes", in: 1...(1 << 40), into: &limits.mailbox.bytes)
    try options.read("history-revisions", in: 1...1_000_000_000, into: &retention.revisions)
    let days = try options.integer("history-days", in: 1...36_500).map { Int64($0) * 86_400_000 }
    retention.age = days ?? retention.age
    let bytes = try options.integer("history-bytes", in: 0...Int.max) ?? retention.bytes
    retention.bytes = bytes == 0 ? .max : bytes
    limits.historyBytes = retention.bytes
    try options.read("flow-days", in: 1...36_500, into: &api.flowDays)
    store?.mailbox = limits.mailbox
    limits.expiry = try Self.expiry(options)
    try readMemory(options)
  }

  private static func expiry(_ options: Options) throws(UsageError) -> Int64? {
    guard let text = options.text("session-expiry") else { return nil }
    guard let expiry = SessionMetadata.expiry(text) else {
      throw UsageError(
        "\(options.source(of: "session-expiry")) takes a duration by ISO 8601 without years and months, such as P90D, "
          + "not \"\(text)\"")
    }
    return expiry
  }

  private mutating func readMemory(_ options: Options) throws(UsageError) {
    try options.read("memory-limit", in: 1_048_576...Int.max / 2, into: &limits.memory)
    limits.memoryCeiling = try options.integer("memory-ceiling", in: 1_048_576...Int.max) ?? limits.memory * 2
    guard limits.memoryCeiling >= limits.memory else {
      throw UsageError(
        "\(options.source(of: "memory-ceiling")) \(limits.memoryCeiling) is below "
          + "\(options.source(of: "memory-limit")), which is \(limits.memory): make it at least that"
      )
    }
    definitions = try options.integer("max-definitions", in: 1_048_576...Int.max)
    limits.memoryPerApp = try options.integer("max-memory-per-app", in: 1_048_576...Int.max)
    server.limits.heldBytes = try options.integer("max-held", in: 1_048_576...Int.max) ?? limits.memoryCeiling / 4
  }

  private mutating func readQuotas(_ options: Options) throws(UsageError) {
    api.quotas.requests = try Self.rate("request", options)
    api.quotas.actions = try Self.rate("action", options)
    api.quotas.creations = try Self.creationRate("max-creations-per-address", options)
    api.quotas.creationsPerKey = try Self.creationRate("max-creations-per-key", options)
    api.quotas.creationsInAll = try Self.creationRate("max-creations", options)
    api.quotas.listeners = try options.integer("max-listeners-in-all", in: 1...1_000_000)
    try options.read("max-listeners", in: 1...1_000_000, into: &limits.listeners)
  }

  /// A rate for each minute, with a burst of the same size; nil if it is 0 or absent.
  private static func creationRate(_ name: String, _ options: Options) throws(UsageError) -> Rate? {
    let count = try options.integer(name, in: 0...100_000_000) ?? 0
    return count == 0 ? nil : Rate(count, inSeconds: 60, burst: count)
  }

  /// `--max-NAME-rate` and `--max-NAME-burst`; nil without the first.
  private static func rate(_ name: String, _ options: Options) throws(UsageError) -> Rate? {
    let rate = try options.integer("max-\(name)-rate", in: 1...1_000_000)
    let burst = try options.integer("max-\(name)-burst", in: 1...1_000_000)
    guard let rate else {
      if burst != nil {
        throw UsageError(
          "\(options.source(of: "max-\(name)-burst")) has no effect without --max-\(name)-rate: set both")
      }
      return nil
    }
    return Rate(rate, inSeconds: 1, burst: burst ?? rate * 2)
  }

  private mutating func readWebhooks(_ options: Options) throws(UsageError) {
    webhooks.transport.addresses.allowsPrivate =
      try options.choice("allow-private-webhooks", of: ["no", "yes"]) == "yes"
    try options.read("max-webhook-deliveries", in: 1...1_000, into: &webhooks.inFlight)
    try options.read("max-webhook-deliveries-in-all", in: 1...10_000, into: &webhooks.inFlightInAll)
    try options.read("max-webhooks", in: 1...10_000, into: &webhooks.webhooks)
    try options.read("max-webhook-failures", in: 1...1_000_000, into: &webhooks.failures)
    let timeout = try options.integer("webhook-timeout", in: 1...3_600).map { $0 * 1_000 }
    webhooks.transport.timeout = timeout ?? webhooks.transport.timeout
    webhooks.transport.connectTimeout = min(webhooks.transport.connectTimeout, webhooks.transport.timeout)
    let longest = try options.integer("max-webhook-wait", in: 1...86_400).map { Int64($0) * 1_000 }
    webhooks.backoff.longest = longest ?? webhooks.backoff.longest
    callHosts = try options.list("allow-call").flatMap { $0.split(separator: ",") }.map { (text) throws(UsageError) in
      if let host = AllowedHost(String(text)) { return host }
      throw UsageError(
        "\(options.source(of: "allow-call")) takes a host, optionally with a port, such as pay.example:8443, "
          + "not \"\(text)\"")
    }
  }

  private mutating func readAccess(_ options: Options, _ environment: [String: String]) throws(UsageError) {
    api.servesDemo = try options.flag("demo")
    api.allowsClientUndo = try !options.flag("no-client-undo")
    api.allowedOrigins = try options.list("allow-origin").map { (text) throws(UsageError) in
      try Self.origin(text, of: options.source(of: "allow-origin"))
    }
    let tokens = try adminTokens(options, environment)
    api.adminTokenHashes = tokens.map { SHA256.hash(Array($0.utf8)) }
    let auth = try options.choice("auth", of: ["open", "required"]) ?? (tokens.isEmpty ? "open" : "required")
    api.requiresToken = auth == "required"
    if auth == "required", tokens.isEmpty {
      throw UsageError(
        "\(options.source(of: "auth")) required needs an admin token: set NAVSTATE_ADMIN_TOKEN or --admin-token-file FILE"
      )
    }
    api.issuers = try Self.issuers(options)
    if !api.issuers.isEmpty, auth != "required" {
      throw UsageError("issuers of JWTs need --auth required: without tokens, everybody may do everything")
    }
    if api.servesDemo, auth == "required" {
      throw UsageError("\(options.source(of: "demo")) needs --auth open: the pages of the demo have no token")
    }
    if tokens.isEmpty, !Self.isLoopback(server.host) {
      throw UsageError(
        "\(options.source(of: "host")) \(server.host) is reachable from other machines and needs an admin token: set NAVSTATE_ADMIN_TOKEN or "
          + "--admin-token-file FILE, or listen on 127.0.0.1")
    }
    // Without tokens, only the checks of Host and Origin protect a local server from pages in a local browser.
    let isOpenToPages = auth == "open" && Self.isLoopback(server.host)
    let hosts = try options.list("allow-host").map { (text) throws(UsageError) in
      try Self.host(text, of: options.source(of: "allow-host"))
    }
    api.allowedHosts = hosts.isEmpty ? (isOpenToPages ? .local : .all) : .listed(hosts)
    api.refusesForeignPages = isOpenToPages
    try readProxies(options)
  }

  private mutating func readProxies(_ options: Options) throws(UsageError) {
    let field = try options.choice("proxy-field", of: TrustedProxies.Field.allCases.map(\.rawValue))
    let networks = try options.list("trusted-proxy").map { (text) throws(UsageError) in
      guard let network = IPNetwork(text) else {
        throw UsageError(
          "\(options.source(of: "trusted-proxy")) takes an address or a network, such as 10.0.0.0/8, not \"\(text)\"")
      }
      return network
    }
    api.trustedProxies = TrustedProxies(
      networks: networks, field: field.flatMap(TrustedProxies.Field.init) ?? .xForwardedFor)
    server.limits.trustedProxies = api.trustedProxies
  }

  /// The admin tokens: a file may have two lines, so that a token can be replaced while clients still have the former.
  private func adminTokens(_ options: Options, _ environment: [String: String]) throws(UsageError) -> [String] {
    var text = environment["NAVSTATE_ADMIN_TOKEN"] ?? ""
    let file = options.text("admin-token-file")
    if let file { text = String(decoding: try File.read(file), as: UTF8.self) }
    let tokens = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    // An empty secret must not turn off the tokens.
    if let file, tokens.isEmpty { throw UsageError("\(file) is empty; it must contain the admin token") }
    guard tokens.count <= 2 else {
      throw UsageError(
        "\(file ?? "NAVSTATE_ADMIN_TOKEN") has \(tokens.count) admin tokens; it can have two, one a line")
    }
    for token in tokens where token.utf8.count < 16 || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw UsageError(
        "the admin token must have at least 16 visible ASCII characters: `openssl rand -hex 32` generates one")
    }
    return tokens
  }

  /// Returns an origin in the form that browsers send (RFC 6454 §6.2); any other form would never match.
  private static func origin(_ text: String, of source: String) throws(UsageError) -> String {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count > 1, parts[0].hasSuffix(":"), parts[1].isEmpty, !parts[2].isEmpty,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) && $0 != UInt8(ascii: "*") })
    else {
      throw UsageError(
        "\(source) takes an exact origin in lower case, such as https://app.example, not \"\(text)\"")
    }
    return text
  }

  /// Returns a host name as in a URL, without a port; it matches every port.
  private static func host(_ text: String, of source: String) throws(UsageError) -> [UInt8] {
    let name = Array(text.lowercased().utf8)
    let isOfNames: (UInt8) -> Bool = {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-._".utf8.contains($0)
    }
    guard (1...253).contains(name.count), name.allSatisfy(isOfNames) || name.first == UInt8(ascii: "[") else {
      throw UsageError("\(source) takes a name without a port, such as navstate.example, not \"\(text)\"")
    }
    return name
  }

  /// Whether a host is a loopback address. A name such as 127.example.com may resolve to any machine.
  private static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }
}

extension String {
  fileprivate var trimmed: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
