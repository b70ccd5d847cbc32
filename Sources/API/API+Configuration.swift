import HTTP

extension API {
  /// The settings of the API.
  package struct Configuration: Sendable {
    /// The version of the program, as the root path reports it.
    package var version = ""
    /// Whether requests need a token.
    package var requiresToken = false
    /// SHA-256 of each admin token.
    package var adminTokenHashes: [[UInt8]] = []
    /// The issuers of JWTs.
    package var issuers: [IssuerConfiguration] = []
    /// Fetches the keys of issuers.
    package var fetchKeys: KeyDocument.Fetch = KeyDocument.fetch
    /// Origins whose pages may call the API (CORS), exactly as browsers send them.
    package var allowedOrigins: [String] = []
    /// Whether changes by pages of other origins are rejected. Without tokens nothing else prevents them.
    package var refusesForeignPages = false
    package var allowedHosts = AllowedHosts.all
    package var trustedProxies = TrustedProxies()
    /// The maximum number of actions in one batch.
    package var batch = 100
    /// The maximum nesting depth of objects and arrays in the JSON of a request.
    package var jsonDepth = 64
    /// The maximum number and size in bytes of events queued for a client during its replay.
    package var queuedEvents = 256
    package var queuedBytes = 256 << 10
    /// The maximum duration of a lease, in seconds.
    package var leaseSeconds = 3_600
    /// Whether callers other than the admin may read a session's history and undo changes.
    package var allowsClientUndo = true
    package var quotas = Quotas()
    /// The days for which the counts of flows are kept.
    package var flowDays = 90
    /// The maximum number of concurrent imports.
    package var imports = 8
    /// The folder that holds the content of imports until it is complete.
    package var importFolder = "/tmp"

    /// Whether the demo is served.
    package var servesDemo = false

    package init() {}

    var bufferLimits: EventFeed.BufferLimits { .init(events: queuedEvents, bytes: queuedBytes) }
  }
}
