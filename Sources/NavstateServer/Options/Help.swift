/// The texts of `help` and `--help`.
struct Help {
  private let program: ServerProgram

  init(_ program: ServerProgram) {
    self.program = program
  }

  /// A command with its operands and its description.
  private struct Entry {
    let name: String
    let usage: String
    let summary: String
    /// Further lines of `navstate NAME --help`.
    var details: [String] = []
  }

  private var entries: [Entry] {
    [
      Entry(
        name: "serve", usage: "serve [OPTIONS]",
        summary: "serve sessions over HTTP; `\(program.name) serve --help` lists the options"),
      Entry(
        name: "validate", usage: "validate FILE...",
        summary: "report the faults of app definitions, with their positions; - is standard input",
        details: ["Parts without effect are reported as warnings, which do not change the exit status."]),
      Entry(
        name: "paths", usage: "paths FILE...",
        summary: "list the screens of app definitions with the shortest path to each, and unreachable ones",
        details: [
          "FILE                a definition; - is standard input",
          "Prints a line for each screen, then the warnings of `\(program.name) validate`.",
        ]),
      Entry(
        name: "test", usage: "test FILE...",
        summary: "run scenarios of apps without a server, and print a line for each failure",
        details: [
          "FILE                a scenario {\"app\", \"start\", \"at\", \"steps\"}, or a list of them",
          "Ends with the number of scenarios. Exit status: 1 if one fails, 2 if a file cannot be read.",
        ]),
      Entry(
        name: "generate", usage: "generate LANGUAGE FILE|URL",
        summary: "write the types of an app in TypeScript or Swift, for the code of its clients",
        details: [
          "LANGUAGE            typescript or swift",
          "FILE                a definition; - is standard input",
          "URL                 an app of a server: http://127.0.0.1:8080/v1/apps/kiosk, with ?version=N for that version",
          "--output FILE       the file to write; standard output without it",
          "--token TOKEN       the token for the URL, also NAVSTATE_TOKEN",
        ]),
      Entry(
        name: "eval", usage: "eval EXPRESSION [--bindings FILE]",
        summary: "evaluate an expression of the Common Expression Language and print its type and value as JSON",
        details: [
          "EXPRESSION          the expression, such as 'size(data.cart) > 3'",
          "--bindings FILE     a JSON object of variables; - is standard input",
          "--lines             reads {\"expr\", \"bindings\"} from each line of standard input, and prints a line for each",
          "Prints {\"error\", \"column\"} for an expression without a value.",
        ]),
      Entry(
        name: "migrate", usage: "migrate [--data DIR | --store URL]",
        summary: "migrate a database to the newest schema without serving it",
        details: [Self.data, "The database must exist; none is created.", "The folder must not be in use by a server."]),
      Entry(
        name: "backup", usage: "backup FILE|FOLDER [--data DIR] [--keep N]",
        summary: "copy the database of a data folder into a new file, also while a server runs",
        details: [
          "FILE                the backup; must not exist", Self.data,
          "--keep N            makes a file named after the time in FOLDER, and deletes all but the newest N of these",
        ]),
      Entry(
        name: "restore", usage: "restore FILE [--data DIR] [--force]",
        summary: "restore a backup into a data folder; --force replaces a database, which is kept",
        details: [
          "FILE                a backup", Self.data,
          "--force             replaces a database, which is kept under another name; accepts damaged sessions",
          "The folder must not be in use by a server.",
        ]),
      Entry(
        name: "check", usage: "check [FILE | --data DIR] [--hashes]; check --store URL",
        summary: "check a database or a backup, also while a server runs",
        details: [
          "FILE                a backup, instead of a data folder's database", Self.data,
          "--hashes            prints the SHA-256 of each session, to compare a restored backup",
          "Prints the number of sessions, of damaged sessions, and of other unreadable parts.",
        ]),
      Entry(
        name: "copy", usage: "copy --from STORE --to STORE",
        summary: "copy all sessions with their history into another store; repeated, it copies what is missing there",
        details: [
          "--from STORE        a data folder, or the URL of a PostgreSQL database, that no server uses",
          "--to STORE          the same; a folder is made if it is missing",
          "Copies apps, rollouts, app keys, operators, webhooks, counts of flows, sessions with their history and tokens, and",
          "ended batch jobs. A session that the target has at the same revision is left as it is. Prints the numbers; exit",
          "status 1 if a session, or the counts of an app, were not copied.",
        ]),
      Entry(
        name: "recount", usage: "recount [--data DIR | --store URL]",
        summary: "count the flows of all histories anew, and compare them with the counts",
        details: [
          Self.data,
          "No server may use the store. Prints each difference; exit status 1 if there is one. What was pruned or deleted is in",
          "the counts only, and what was imported is in the histories only.",
        ]),
      Entry(
        name: "healthcheck", usage: "healthcheck [--host ADDRESS] [--port PORT]",
        summary: "query the readiness of a local server: exit status 0 or 1",
        details: [
          "--host ADDRESS      its address (127.0.0.1), also NAVSTATE_HOST",
          "--port PORT         its port (8080), also NAVSTATE_PORT",
          "Without them, those of /etc/default/navstate, the configuration of the Debian package, if it is there.",
        ]),
      Entry(name: "version", usage: "version", summary: "print the versions of program, libraries and time zones"),
      Entry(name: "help", usage: "help [COMMAND]", summary: "print this, or the help of a command"),
    ]
  }

  /// The names of the commands.
  var names: [String] { entries.map(\.name) }

  private static let data = "--data DIR          the data folder (./navstate-data), also NAVSTATE_DATA"

  private static let streams =
    "Results go to standard output, logs to standard error. Exit status: 0 success, 1 failure, 2 wrong usage."

  var commands: String {
    let lines = entries.map { entry -> String in
      let usage = "  \(program.name) \(entry.usage)"
      let indent = String(repeating: " ", count: 35)
      return usage.count < 34
        ? usage + indent.dropFirst(usage.count) + entry.summary : "\(usage)\n\(indent)\(entry.summary)"
    }
    return """
      \(program.version): a server for the navigation state of apps

      \(lines.joined(separator: "\n"))

      \(Self.streams)
      """
  }

  /// Returns the help of a command, or of all commands if it is unknown.
  func of(_ command: String?) -> String {
    if command == "serve" { return serve }
    guard let entry = entries.first(where: { $0.name == command }), entry.name != "help" else { return commands }
    let details = entry.details.isEmpty ? "" : "\n" + entry.details.map { "  \($0)\n" }.joined()
    return "\(program.name) \(entry.usage): \(entry.summary)\n\(details)\n\(Self.streams)"
  }

  var serve: String {
    let groups = OptionGroup.all.map { group in
      "\(group.title):\n" + group.options.map(row).joined(separator: "\n")
    }
    return """
      \(program.name) serve [OPTIONS]

      \(groups.joined(separator: "\n\n"))

      Each option is also an environment variable: --port is NAVSTATE_PORT. Lists are separated by commas. An option without a
      value is yes or no. A flag takes precedence over the environment, the environment over the --config file.
      """
  }

  /// The line of an option: its name, its description and its default.
  private func row(_ option: Option) -> String {
    let name = option.isFlag ? "  --\(option.name)" : "  --\(option.name) \(option.value)"
    let standard = option.standard.isEmpty ? "" : " (\(option.standard))"
    let padding = String(repeating: " ", count: max(1, 38 - name.count))
    return name + padding + option.help + standard
  }
}
