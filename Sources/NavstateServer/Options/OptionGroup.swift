/// Options that serve one purpose of an operator, as the help lists them.
struct OptionGroup: Sendable {
  let title: String
  let options: [Option]
}

extension OptionGroup {
  /// All groups, in the order of the help.
  static let all: [OptionGroup] = [
    OptionGroup(title: "Where clients reach the server, also through a proxy", options: address),
    OptionGroup(title: "Where sessions are stored", options: storage),
    OptionGroup(title: "Which apps are served", options: apps),
    OptionGroup(title: "Who may do what", options: access),
    OptionGroup(title: "How the program starts and ends", options: process),
    OptionGroup(title: "What is logged and traced", options: logs),
    OptionGroup(title: "How much a client may use", options: clients),
    OptionGroup(title: "How large and how slow a request may be", options: requests),
    OptionGroup(title: "Event streams and long polls", options: streams),
    OptionGroup(title: "How large a session may be, and how much waits for it", options: sessions),
    OptionGroup(title: "Webhooks and calls", options: webhooks),
    OptionGroup(title: "How long histories and sessions are kept", options: retention),
    OptionGroup(title: "How much memory is used", options: memory),
  ]

  private static let address: [Option] = [
    Option("host", "ADDRESS", default: "127.0.0.1", "address to listen on; :: is IPv6 and IPv4"),
    Option("port", "PORT", default: "8080", "port to listen on; 0 takes a free one"),
    Option("trusted-proxy", "CIDR", "proxies whose forwarding field is trusted", repeats: true),
    Option(
      "proxy-field", "FIELD", default: "x-forwarded-for",
      "the forwarding field: x-forwarded-for, or forwarded (RFC 7239)"),
  ]

  private static let storage: [Option] = [
    Option("data", "DIR", default: "./navstate-data", "the folder of navstate.db; created if absent"),
    Option("store", "URL", "a PostgreSQL database for several servers: postgres://user@host/database"),
    Option("store-file", "FILE", "a file that contains the URL of --store"),
    Option("store-timeout", "SECONDS", default: "5", "the longest wait for the database of --store; then 503"),
    Option(
      "checkpoints", "own|external", default: "own",
      "what copies the write-ahead log into navstate.db; external: Litestream"),
  ]

  private static let apps: [Option] = [
    Option("app", "FILE", "an app definition; repeatable", repeats: true),
    .flag("watch", "whether a changed --app file is a new version, and sessions are migrated"),
    .flag("hold-timers", "whether timers, idle rules, messages, calls, jobs and expiry are held"),
    .flag("demo", "whether the demo, a restaurant's kiosk, phone and kitchen, is at /demo/"),
  ]

  private static let access: [Option] = [
    Option("admin-token-file", "FILE", "a file that contains the admin token; NAVSTATE_ADMIN_TOKEN is the token"),
    Option("auth", "open|required", "whether tokens are required; open without an admin token, else required"),
    Option("jwt", "FILE", "a file with a JSON list of issuers whose JWTs are accepted"),
    Option("jwt-issuer", "ISSUER", "an issuer whose JWTs are accepted"),
    Option("jwt-audience", "NAME", "the audience of the JWTs of --jwt-issuer", repeats: true),
    Option("jwt-keys", "FILE|URL", "the keys of --jwt-issuer as a JSON Web Key Set; found by OpenID Connect Discovery"),
    Option(
      "no-client-undo", "yes|no",
      "whether undo, redo, jump, amend, history and export are for the admin only", isFlag: true),
    Option("allow-origin", "ORIGIN", "an origin whose pages may send requests (CORS)", repeats: true),
    Option("allow-host", "HOST", "a name of the server in Host; on loopback without tokens: localhost", repeats: true),
    Option("allow-call", "HOST[:PORT]", "a host that the logic of apps may call; repeatable", repeats: true),
    Option(
      "allow-private-webhooks", "yes|no", default: "no",
      "whether webhooks and calls may address loopback and private networks"),
  ]

  private static let process: [Option] = [
    Option("config", "FILE", "a file with a JSON object of these options"),
    Option("loops", "N", "threads that serve connections; one for each core"),
    Option("drain-delay", "SECONDS", default: "0", "the time from SIGTERM until connections are closed"),
    Option("drain-timeout", "SECONDS", default: "8", "the longest time for open requests after --drain-delay"),
  ]

  private static let logs: [Option] = [
    Option("log-level", "LEVEL", default: "info", "the lowest level that is logged: debug, info, warning or error"),
    Option("log-format", "json|text", "the format of the log: by default text at a terminal, else json"),
    .flag("access-log", "whether each request is logged, at any level"),
    Option("otlp-endpoint", "URL", "a collector of OpenTelemetry that gets traces, such as http://127.0.0.1:4318"),
    Option(
      "otlp-sample", "RATIO", default: "1",
      "the part of traces that is sent, 0 to 1; a client's flag decides for its own"),
  ]

  private static let clients: [Option] = [
    Option("max-connections", "N", "the limit on connections; 10000, or 0.8 of the file limit"),
    Option("max-connections-per-address", "N", default: "256", "connections of one address, except loopback"),
    Option("max-request-rate", "N", "requests a second from one address; no limit"),
    Option("max-request-burst", "N", "requests at once from one address; twice --max-request-rate"),
    Option("max-action-rate", "N", "actions a second on one session; no limit"),
    Option("max-action-burst", "N", "actions at once on one session; twice --max-action-rate"),
    Option(
      "max-creations-per-address", "N", default: "600",
      "sessions created from one address a minute, except loopback; 0: no limit"),
    Option("max-creations-per-key", "N", default: "6000", "sessions created with one app key a minute; 0: no limit"),
    Option("max-creations", "N", "sessions created in total a minute; no limit"),
    Option("max-leases", "N", default: "100000", "concurrent leases of all sessions"),
    Option("max-lease", "SECONDS", default: "3600", "the longest write lease"),
  ]

  private static let requests: [Option] = [
    Option("max-target", "BYTES", default: "8192", "the path and query of a request"),
    Option("max-field", "BYTES", default: "8192", "one header field of a request"),
    Option("max-header", "BYTES", default: "32768", "all header fields of a request"),
    Option("max-fields", "N", default: "100", "the number of header fields of a request"),
    Option("max-chunk-line", "BYTES", default: "256", "the line before a chunk, with its extensions"),
    Option("max-body", "BYTES", default: "1048576", "the body of a request"),
    Option("max-batch", "N", default: "100", "actions in one request"),
    Option("max-json-depth", "N", default: "64", "nested objects and arrays in a request"),
    Option("max-import", "BYTES", default: "67108864", "the body of an import"),
    Option("max-import-line", "BYTES", default: "3211264", "one line of an import, which is one change"),
    Option("max-imports", "N", default: "8", "concurrent imports"),
    Option("max-pipelined", "N", default: "16", "unanswered requests of one connection"),
    Option(
      "max-discarded", "BYTES", default: "4194304", "bytes read and dropped after the last response of a connection"),
    Option("header-timeout", "SECONDS", default: "10", "the longest time for the header of a request"),
    Option("body-timeout", "SECONDS", default: "30", "the longest time for the body of a request"),
    Option("idle-timeout", "SECONDS", default: "75", "the longest time between two requests of a connection"),
    Option("write-timeout", "SECONDS", default: "20", "the longest time without progress of a response"),
  ]

  private static let streams: [Option] = [
    Option("max-listeners", "N", default: "10000", "event streams and long polls of one session"),
    Option("max-listeners-in-all", "N", "event streams and long polls in total; no limit"),
    Option("max-queued-events", "N", default: "256", "queued events of one client"),
    Option(
      "max-queued-bytes", "BYTES", default: "262144",
      "bytes of queued events of one client; a single event may be longer"),
    Option("heartbeat", "SECONDS", default: "15", "the time between comments on an idle event stream"),
  ]

  private static let sessions: [Option] = [
    Option("max-state", "BYTES", default: "256000", "the state of one session"),
    Option("max-tree-depth", "N", default: "20", "nested containers of a session"),
    Option("max-output-bytes", "BYTES", default: "262144", "the outputs, messages and calls of one change"),
    Option("max-timers", "N", default: "1000", "pending timers of one session"),
    Option("max-timer-span", "SECONDS", default: "315619200", "the longest time to the first firing of a timer"),
    Option("max-mailbox", "N", default: "1000", "pending messages to one session"),
    Option("max-mailbox-bytes", "BYTES", default: "8388608", "the size of the pending messages to one session"),
    Option("max-waiting-actions", "N", default: "64", "pending actions of one session"),
    Option("max-waiting-changes", "N", default: "4096", "pending changes of all sessions"),
  ]

  private static let webhooks: [Option] = [
    Option("max-webhooks", "N", default: "100", "the number of webhooks"),
    Option("webhook-timeout", "SECONDS", default: "15", "the longest time for the response to a webhook"),
    Option("max-webhook-wait", "SECONDS", default: "3600", "the longest delay before a webhook is retried"),
    Option("max-webhook-failures", "N", default: "20", "consecutive failures after which a webhook is disabled"),
    Option("max-webhook-deliveries", "N", default: "16", "concurrent deliveries to one webhook"),
    Option(
      "max-webhook-deliveries-in-all", "N", default: "256",
      "concurrent deliveries in total; each webhook has an equal share reserved"),
  ]

  private static let retention: [Option] = [
    Option("history-revisions", "N", default: "10000", "revisions in the history of one session"),
    Option("history-days", "DAYS", default: "30", "the age of revisions in the history of one session"),
    Option(
      "history-bytes", "BYTES", default: "67108864", "the approximate size of the history of one session; 0: no limit"),
    Option("flow-days", "DAYS", default: "90", "the age of the counts of flows"),
    Option("session-expiry", "DURATION", "the time without a change until a session is deleted, such as P90D; never"),
  ]

  private static let memory: [Option] = [
    Option(
      "memory-limit", "BYTES", default: "536870912",
      "the approximate memory for clients above which sessions are unloaded"),
    Option("memory-ceiling", "BYTES", "the memory above which no session is loaded or created; twice --memory-limit"),
    Option("max-held", "BYTES", "memory of incomplete requests and unread responses; 1/4 of --memory-ceiling"),
    Option("max-definitions", "BYTES", "memory of apps that clients define; 1/4 of --memory-ceiling"),
    Option(
      "max-memory-per-app", "BYTES", "memory of one app's sessions, for its keys and tokens; 3/4 of --memory-ceiling"),
  ]
}
