/// One option of `serve`: how it is called, what it takes, what it is without.
///
/// `--memory-limit` is also `NAVSTATE_MEMORY_LIMIT` and, in the `--config` file, `"memory-limit"`.
struct Option: Sendable {
  let name: String
  /// What stands for its value in the help.
  let value: String
  let standard: String
  let help: String
  /// May be given any number of times.
  var repeats = false
  /// May be given without a value, which is `yes` then.
  var isFlag = false

  var variable: String { "NAVSTATE_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }
}

extension Option {
  /// All of them, in the order of the help.
  static let all: [Option] = [
    Option(name: "host", value: "ADDRESS", standard: "127.0.0.1", help: "address to listen on; :: is IPv6 and IPv4"),
    Option(name: "port", value: "PORT", standard: "8080", help: "port to listen on; 0 takes a free one"),
    Option(name: "data", value: "DIR", standard: "./navstate-data", help: "holds navstate.db; made if absent"),
    Option(name: "app", value: "FILE", standard: "", help: "an app definition; any number of times", repeats: true),
    Option(
      name: "admin-token-file", value: "FILE", standard: "",
      help: "holds the admin's bearer token; NAVSTATE_ADMIN_TOKEN holds the token itself"),
    Option(
      name: "auth", value: "open|required", standard: "",
      help: "whether tokens are asked for; open without an admin token, else required"),
    Option(
      name: "no-client-undo", value: "yes|no", standard: "",
      help: "keeps undo, redo, jump, history and export from all but the admin", isFlag: true),
    Option(
      name: "allow-origin", value: "ORIGIN", standard: "", help: "a page's origin that may call (CORS)", repeats: true),
    Option(
      name: "allow-host", value: "HOST", standard: "",
      help: "a name to accept in Host; on loopback without tokens: localhost", repeats: true),
    Option(
      name: "trusted-proxy", value: "CIDR", standard: "",
      help: "proxies that are believed when they say for whom they ask", repeats: true),
    Option(
      name: "proxy-field", value: "FIELD", standard: "x-forwarded-for",
      help: "where they say it: x-forwarded-for, or forwarded (RFC 7239)"),
    Option(name: "log-level", value: "LEVEL", standard: "info", help: "debug, info, warning or error"),
    Option(name: "config", value: "FILE", standard: "", help: "a JSON object of these options"),
    Option(
      name: "checkpoints", value: "own|external", standard: "own",
      help: "who copies the write-ahead log into navstate.db: external is for Litestream"),
    Option(name: "loops", value: "N", standard: "", help: "event loops; one a core"),
    Option(name: "drain-delay", value: "SECONDS", standard: "0", help: "after SIGTERM, before connections are closed"),
    Option(name: "drain-timeout", value: "SECONDS", standard: "8", help: "for open requests to finish after that"),
    Option(name: "max-connections", value: "N", standard: "", help: "10000, or 0.8 of the file limit"),
    Option(name: "max-connections-per-address", value: "N", standard: "256", help: "loopback is not counted"),
    Option(
      name: "max-request-rate", value: "N", standard: "", help: "requests a second of one address; no limit"),
    Option(name: "max-request-burst", value: "N", standard: "", help: "of these at once; twice the rate"),
    Option(name: "max-action-rate", value: "N", standard: "", help: "actions a second of one session; no limit"),
    Option(name: "max-action-burst", value: "N", standard: "", help: "of these at once; twice the rate"),
    Option(
      name: "max-creations-per-address", value: "N", standard: "600",
      help: "sessions that one makes a minute; loopback is not counted; 0: no limit"),
    Option(
      name: "max-creations-per-key", value: "N", standard: "6000",
      help: "sessions that are made with one app key a minute; 0: no limit"),
    Option(name: "max-creations", value: "N", standard: "", help: "sessions that all make a minute; no limit"),
    Option(name: "max-listeners", value: "N", standard: "10000", help: "event streams and long polls of one session"),
    Option(name: "max-listeners-in-all", value: "N", standard: "", help: "of all sessions; no limit"),
    Option(
      name: "max-held", value: "BYTES", standard: "",
      help: "of half-sent requests and answers not taken; 1/4 of --memory-ceiling"),
    Option(name: "max-pipelined", value: "N", standard: "16", help: "requests of a connection without an answer"),
    Option(name: "max-target", value: "BYTES", standard: "8192", help: "of a request's target"),
    Option(name: "max-field", value: "BYTES", standard: "8192", help: "of a field line"),
    Option(name: "max-header", value: "BYTES", standard: "32768", help: "of all field lines"),
    Option(name: "max-fields", value: "N", standard: "100", help: "field lines"),
    Option(name: "max-chunk-line", value: "BYTES", standard: "256", help: "of a chunk's size and extensions"),
    Option(name: "max-body", value: "BYTES", standard: "1048576", help: "of a request's content"),
    Option(name: "max-import", value: "BYTES", standard: "67108864", help: "of a session that is imported"),
    Option(
      name: "max-import-line", value: "BYTES", standard: "4194304", help: "of one line of it, which is one change"),
    Option(name: "max-imports", value: "N", standard: "8", help: "on their way at once"),
    Option(name: "header-timeout", value: "SECONDS", standard: "10", help: "for a whole header"),
    Option(name: "body-timeout", value: "SECONDS", standard: "30", help: "for a whole body"),
    Option(name: "idle-timeout", value: "SECONDS", standard: "75", help: "between two requests of a connection"),
    Option(
      name: "write-timeout", value: "SECONDS", standard: "20", help: "for a client that takes nothing of its answer"),
    Option(name: "max-queued-events", value: "N", standard: "256", help: "that wait for one client of an event stream"),
    Option(name: "max-queued-bytes", value: "BYTES", standard: "262144", help: "of these; a single one may be longer"),
    Option(name: "heartbeat", value: "SECONDS", standard: "15", help: "before a quiet event stream says that it lives"),
    Option(
      name: "max-discarded", value: "BYTES", standard: "4194304",
      help: "that are read and dropped after a connection's last answer"),
    Option(name: "max-batch", value: "N", standard: "100", help: "actions in one request"),
    Option(name: "max-json-depth", value: "N", standard: "64", help: "objects and arrays inside each other"),
    Option(name: "max-tree-depth", value: "N", standard: "20", help: "containers of a session inside each other"),
    Option(name: "max-state", value: "BYTES", standard: "256000", help: "of one session"),
    Option(name: "max-waiting-actions", value: "N", standard: "64", help: "of one session"),
    Option(name: "max-waiting-changes", value: "N", standard: "4096", help: "of all sessions"),
    Option(name: "max-lease", value: "SECONDS", standard: "3600", help: "that a client may ask to be the only writer"),
    Option(name: "max-leases", value: "N", standard: "100000", help: "of all sessions at a time"),
    Option(name: "max-timers", value: "N", standard: "1000", help: "delayed actions of one session"),
    Option(name: "max-timer-span", value: "SECONDS", standard: "31536000", help: "that they may be ahead"),
    Option(
      name: "allow-private-webhooks", value: "yes|no", standard: "no",
      help: "whether webhooks may lead to loopback and private addresses"),
    Option(name: "webhook-timeout", value: "SECONDS", standard: "15", help: "for a receiver's whole answer"),
    Option(
      name: "max-webhook-wait", value: "SECONDS", standard: "3600", help: "before a failed delivery is tried again"),
    Option(name: "max-webhook-failures", value: "N", standard: "20", help: "in a row, which park a webhook"),
    Option(name: "max-webhook-deliveries", value: "N", standard: "16", help: "on their way to one webhook"),
    Option(
      name: "max-webhook-deliveries-in-all", value: "N", standard: "256",
      help: "on their way to all webhooks, of which each has an equal share to itself"),
    Option(name: "max-webhooks", value: "N", standard: "100", help: "webhooks"),
    Option(name: "max-mailbox", value: "N", standard: "1000", help: "messages on their way to one session"),
    Option(name: "history-revisions", value: "N", standard: "10000", help: "that a session keeps of its past, at most"),
    Option(name: "history-days", value: "DAYS", standard: "30", help: "that it keeps of its past, at most"),
    Option(
      name: "history-bytes", value: "BYTES", standard: "67108864",
      help: "that the past of a session takes, about; 0 is no limit"),
    Option(
      name: "memory-limit", value: "BYTES", standard: "536870912",
      help: "of all that clients make grow, about; above it sessions are unloaded"),
    Option(
      name: "memory-ceiling", value: "BYTES", standard: "",
      help: "of these, at which no more sessions are loaded or made; twice --memory-limit"),
    Option(
      name: "max-definitions", value: "BYTES", standard: "",
      help: "of apps that clients define; 1/4 of --memory-ceiling"),
    Option(
      name: "max-memory-per-app", value: "BYTES", standard: "",
      help: "of one app's sessions, for its keys and tokens; 3/4 of --memory-ceiling"),
  ]
}
