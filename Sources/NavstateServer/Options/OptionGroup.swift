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
    Option(name: "host", value: "ADDRESS", standard: "127.0.0.1", help: "address to listen on; :: is IPv6 and IPv4"),
    Option(name: "port", value: "PORT", standard: "8080", help: "port to listen on; 0 takes a free one"),
    Option(
      name: "trusted-proxy", value: "CIDR", standard: "",
      help: "proxies whose forwarding field is trusted", repeats: true),
    Option(
      name: "proxy-field", value: "FIELD", standard: "x-forwarded-for",
      help: "the forwarding field: x-forwarded-for, or forwarded (RFC 7239)"),
  ]

  private static let storage: [Option] = [
    Option(
      name: "data", value: "DIR", standard: "./navstate-data", help: "the folder of navstate.db; created if absent"),
    Option(
      name: "store", value: "URL", standard: "",
      help: "a PostgreSQL database for several servers: postgres://user@host/database"),
    Option(name: "store-file", value: "FILE", standard: "", help: "a file that contains the URL of --store"),
    Option(
      name: "store-timeout", value: "SECONDS", standard: "5",
      help: "the longest wait for the database of --store; then 503"
    ),
    Option(
      name: "checkpoints", value: "own|external", standard: "own",
      help: "what copies the write-ahead log into navstate.db; external: Litestream"),
  ]

  private static let apps: [Option] = [
    Option(name: "app", value: "FILE", standard: "", help: "an app definition; repeatable", repeats: true),
    Option(
      name: "watch", value: "yes|no", standard: "no",
      help: "whether a changed --app file is a new version, and sessions are migrated", isFlag: true),
    Option(
      name: "hold-timers", value: "yes|no", standard: "no",
      help: "whether timers, idle rules, messages, calls, jobs and expiry are held",
      isFlag: true),
    Option(
      name: "demo", value: "yes|no", standard: "no",
      help: "whether the demo, a restaurant's kiosk, phone and kitchen, is at /demo/",
      isFlag: true),
  ]

  private static let access: [Option] = [
    Option(
      name: "admin-token-file", value: "FILE", standard: "",
      help: "a file that contains the admin token; NAVSTATE_ADMIN_TOKEN is the token"),
    Option(
      name: "auth", value: "open|required", standard: "",
      help: "whether tokens are required; open without an admin token, else required"),
    Option(
      name: "jwt", value: "FILE", standard: "", help: "a file with a JSON list of issuers whose JWTs are accepted"),
    Option(name: "jwt-issuer", value: "ISSUER", standard: "", help: "an issuer whose JWTs are accepted"),
    Option(
      name: "jwt-audience", value: "NAME", standard: "", help: "the audience of the JWTs of --jwt-issuer",
      repeats: true),
    Option(
      name: "jwt-keys", value: "FILE|URL", standard: "",
      help: "the keys of --jwt-issuer as a JSON Web Key Set; found by OpenID Connect Discovery"),
    Option(
      name: "no-client-undo", value: "yes|no", standard: "",
      help: "whether undo, redo, jump, amend, history and export are for the admin only", isFlag: true),
    Option(
      name: "allow-origin", value: "ORIGIN", standard: "", help: "an origin whose pages may send requests (CORS)",
      repeats: true),
    Option(
      name: "allow-host", value: "HOST", standard: "",
      help: "a name of the server in Host; on loopback without tokens: localhost", repeats: true),
    Option(
      name: "allow-call", value: "HOST[:PORT]", standard: "",
      help: "a host that the logic of apps may call; repeatable", repeats: true),
    Option(
      name: "allow-private-webhooks", value: "yes|no", standard: "no",
      help: "whether webhooks and calls may address loopback and private networks"),
  ]

  private static let process: [Option] = [
    Option(name: "config", value: "FILE", standard: "", help: "a file with a JSON object of these options"),
    Option(name: "loops", value: "N", standard: "", help: "threads that serve connections; one for each core"),
    Option(
      name: "drain-delay", value: "SECONDS", standard: "0", help: "the time from SIGTERM until connections are closed"),
    Option(
      name: "drain-timeout", value: "SECONDS", standard: "8",
      help: "the longest time for open requests after --drain-delay"),
  ]

  private static let logs: [Option] = [
    Option(
      name: "log-level", value: "LEVEL", standard: "info",
      help: "the lowest level that is logged: debug, info, warning or error"),
    Option(
      name: "log-format", value: "json|text", standard: "",
      help: "the format of the log: by default text at a terminal, else json"),
    Option(
      name: "access-log", value: "yes|no", standard: "no", help: "whether each request is logged, at any level",
      isFlag: true),
    Option(
      name: "otlp-endpoint", value: "URL", standard: "",
      help: "a collector of OpenTelemetry that gets traces, such as http://127.0.0.1:4318"),
    Option(
      name: "otlp-sample", value: "RATIO", standard: "1",
      help: "the part of traces that is sent, 0 to 1; a client's flag decides for its own"),
  ]

  private static let clients: [Option] = [
    Option(
      name: "max-connections", value: "N", standard: "",
      help: "the limit on connections; 10000, or 0.8 of the file limit"),
    Option(
      name: "max-connections-per-address", value: "N", standard: "256",
      help: "connections of one address, except loopback"),
    Option(
      name: "max-request-rate", value: "N", standard: "", help: "requests a second from one address; no limit"),
    Option(
      name: "max-request-burst", value: "N", standard: "",
      help: "requests at once from one address; twice --max-request-rate"),
    Option(name: "max-action-rate", value: "N", standard: "", help: "actions a second on one session; no limit"),
    Option(
      name: "max-action-burst", value: "N", standard: "",
      help: "actions at once on one session; twice --max-action-rate"),
    Option(
      name: "max-creations-per-address", value: "N", standard: "600",
      help: "sessions created from one address a minute, except loopback; 0: no limit"),
    Option(
      name: "max-creations-per-key", value: "N", standard: "6000",
      help: "sessions created with one app key a minute; 0: no limit"),
    Option(
      name: "max-creations", value: "N", standard: "", help: "sessions created in total a minute; no limit"),
    Option(name: "max-leases", value: "N", standard: "100000", help: "concurrent leases of all sessions"),
    Option(name: "max-lease", value: "SECONDS", standard: "3600", help: "the longest write lease"),
  ]

  private static let requests: [Option] = [
    Option(name: "max-target", value: "BYTES", standard: "8192", help: "the path and query of a request"),
    Option(name: "max-field", value: "BYTES", standard: "8192", help: "one header field of a request"),
    Option(name: "max-header", value: "BYTES", standard: "32768", help: "all header fields of a request"),
    Option(name: "max-fields", value: "N", standard: "100", help: "the number of header fields of a request"),
    Option(
      name: "max-chunk-line", value: "BYTES", standard: "256", help: "the line before a chunk, with its extensions"),
    Option(name: "max-body", value: "BYTES", standard: "1048576", help: "the body of a request"),
    Option(name: "max-batch", value: "N", standard: "100", help: "actions in one request"),
    Option(name: "max-json-depth", value: "N", standard: "64", help: "nested objects and arrays in a request"),
    Option(name: "max-import", value: "BYTES", standard: "67108864", help: "the body of an import"),
    Option(
      name: "max-import-line", value: "BYTES", standard: "3211264", help: "one line of an import, which is one change"),
    Option(name: "max-imports", value: "N", standard: "8", help: "concurrent imports"),
    Option(name: "max-pipelined", value: "N", standard: "16", help: "unanswered requests of one connection"),
    Option(
      name: "max-discarded", value: "BYTES", standard: "4194304",
      help: "bytes read and dropped after the last response of a connection"),
    Option(
      name: "header-timeout", value: "SECONDS", standard: "10", help: "the longest time for the header of a request"),
    Option(name: "body-timeout", value: "SECONDS", standard: "30", help: "the longest time for the body of a request"),
    Option(
      name: "idle-timeout", value: "SECONDS", standard: "75",
      help: "the longest time between two requests of a connection"),
    Option(
      name: "write-timeout", value: "SECONDS", standard: "20", help: "the longest time without progress of a response"),
  ]

  private static let streams: [Option] = [
    Option(name: "max-listeners", value: "N", standard: "10000", help: "event streams and long polls of one session"),
    Option(
      name: "max-listeners-in-all", value: "N", standard: "", help: "event streams and long polls in total; no limit"),
    Option(name: "max-queued-events", value: "N", standard: "256", help: "queued events of one client"),
    Option(
      name: "max-queued-bytes", value: "BYTES", standard: "262144",
      help: "bytes of queued events of one client; a single event may be longer"),
    Option(
      name: "heartbeat", value: "SECONDS", standard: "15", help: "the time between comments on an idle event stream"),
  ]

  private static let sessions: [Option] = [
    Option(name: "max-state", value: "BYTES", standard: "256000", help: "the state of one session"),
    Option(name: "max-tree-depth", value: "N", standard: "20", help: "nested containers of a session"),
    Option(
      name: "max-output-bytes", value: "BYTES", standard: "262144",
      help: "the outputs, messages and calls of one change"),
    Option(name: "max-timers", value: "N", standard: "1000", help: "pending timers of one session"),
    Option(
      name: "max-timer-span", value: "SECONDS", standard: "315619200",
      help: "the longest time to the first firing of a timer"),
    Option(name: "max-mailbox", value: "N", standard: "1000", help: "pending messages to one session"),
    Option(
      name: "max-mailbox-bytes", value: "BYTES", standard: "8388608",
      help: "the size of the pending messages to one session"),
    Option(name: "max-waiting-actions", value: "N", standard: "64", help: "pending actions of one session"),
    Option(name: "max-waiting-changes", value: "N", standard: "4096", help: "pending changes of all sessions"),
  ]

  private static let webhooks: [Option] = [
    Option(name: "max-webhooks", value: "N", standard: "100", help: "the number of webhooks"),
    Option(
      name: "webhook-timeout", value: "SECONDS", standard: "15", help: "the longest time for the response to a webhook"),
    Option(
      name: "max-webhook-wait", value: "SECONDS", standard: "3600",
      help: "the longest delay before a webhook is retried"),
    Option(
      name: "max-webhook-failures", value: "N", standard: "20",
      help: "consecutive failures after which a webhook is disabled"),
    Option(name: "max-webhook-deliveries", value: "N", standard: "16", help: "concurrent deliveries to one webhook"),
    Option(
      name: "max-webhook-deliveries-in-all", value: "N", standard: "256",
      help: "concurrent deliveries in total; each webhook has an equal share reserved"),
  ]

  private static let retention: [Option] = [
    Option(name: "history-revisions", value: "N", standard: "10000", help: "revisions in the history of one session"),
    Option(
      name: "history-days", value: "DAYS", standard: "30", help: "the age of revisions in the history of one session"),
    Option(
      name: "history-bytes", value: "BYTES", standard: "67108864",
      help: "the approximate size of the history of one session; 0: no limit"),
    Option(name: "flow-days", value: "DAYS", standard: "90", help: "the age of the counts of flows"),
    Option(
      name: "session-expiry", value: "DURATION", standard: "",
      help: "the time without a change until a session is deleted, such as P90D; never"),
  ]

  private static let memory: [Option] = [
    Option(
      name: "memory-limit", value: "BYTES", standard: "536870912",
      help: "the approximate memory for clients above which sessions are unloaded"),
    Option(
      name: "memory-ceiling", value: "BYTES", standard: "",
      help: "the memory above which no session is loaded or created; twice --memory-limit"),
    Option(
      name: "max-held", value: "BYTES", standard: "",
      help: "memory of incomplete requests and unread responses; 1/4 of --memory-ceiling"),
    Option(
      name: "max-definitions", value: "BYTES", standard: "",
      help: "memory of apps that clients define; 1/4 of --memory-ceiling"),
    Option(
      name: "max-memory-per-app", value: "BYTES", standard: "",
      help: "memory of one app's sessions, for its keys and tokens; 3/4 of --memory-ceiling"),
  ]
}
