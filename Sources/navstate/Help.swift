/// What `help` and `--help` print.
enum Help {
  /// A command with its operands, and what it does, in a line or a few.
  private struct Entry {
    let name: String
    let usage: String
    let summary: String
    /// What `navstate NAME --help` says beside that.
    var details: [String] = []
  }

  private static let entries: [Entry] = [
    Entry(
      name: "serve", usage: "serve [OPTIONS]",
      summary: "serve sessions over HTTP; `navstate serve --help` lists the options"),
    Entry(
      name: "validate", usage: "validate FILE...",
      summary: "say what is wrong with definitions of apps, and where; - is standard input"),
    Entry(
      name: "migrate", usage: "migrate [--data DIR]",
      summary: "bring a database to the newest schema without serving it",
      details: [data, "There has to be a database: none is made.", "No server may use the folder meanwhile."]),
    Entry(
      name: "backup", usage: "backup FILE [--data DIR]",
      summary: "copy the database of a data folder into a new file, also beside a server",
      details: ["FILE                the backup; must not be there yet", data]),
    Entry(
      name: "restore", usage: "restore FILE [--data DIR] [--force]",
      summary: "put a backup into a data folder; --force: in the place of a database, which is kept",
      details: [
        "FILE                a backup", data,
        "--force             replaces a database, which is kept under another name, and takes damaged sessions",
        "No server may use the folder meanwhile.",
      ]),
    Entry(
      name: "check", usage: "check [FILE] [--data DIR] [--hashes]",
      summary: "say whether a database or a backup is sound, also beside a server",
      details: [
        "FILE                a backup, instead of a data folder's database", data,
        "--hashes            prints the SHA-256 of each session",
        "Prints how many sessions there are, how many are damaged, and how many other parts cannot be read.",
      ]),
    Entry(
      name: "healthcheck", usage: "healthcheck [--host ADDRESS] [--port PORT]",
      summary: "ask a server on this machine whether it is ready: exit status 0 or 1",
      details: [
        "--host ADDRESS      where it listens (127.0.0.1), also NAVSTATE_HOST",
        "--port PORT         its port (8080), also NAVSTATE_PORT",
      ]),
    Entry(name: "version", usage: "version", summary: "print the version"),
    Entry(name: "help", usage: "help [COMMAND]", summary: "print this, or the help of a command"),
  ]

  private static let data = "--data DIR          the data folder (./navstate-data), also NAVSTATE_DATA"

  private static let streams =
    "Results go to standard output, logs to standard error. Exit status: 0, 1 failed, 2 wrong usage."

  static let commands: String = {
    let lines = entries.map { entry -> String in
      let usage = "  navstate \(entry.usage)"
      let indent = String(repeating: " ", count: 35)
      return usage.count < 34
        ? usage + indent.dropFirst(usage.count) + entry.summary : "\(usage)\n\(indent)\(entry.summary)"
    }
    return """
      navstate \(Command.version): holds the navigation of apps on a server

      \(lines.joined(separator: "\n"))

      \(streams)
      """
  }()

  /// The help of a command; that of all where there is no such command.
  static func of(_ command: String?) -> String {
    if command == "serve" { return serve }
    guard let entry = entries.first(where: { $0.name == command }), entry.name != "help" else { return commands }
    let details = entry.details.isEmpty ? "" : "\n" + entry.details.map { "  \($0)\n" }.joined()
    return "navstate \(entry.usage): \(entry.summary)\n\(details)\n\(streams)"
  }

  static let serve: String = {
    let rows = Option.all.map { option in
      let name = option.isFlag ? "  --\(option.name)" : "  --\(option.name) \(option.value)"
      let standard = option.standard.isEmpty ? "" : " (\(option.standard))"
      let padding = String(repeating: " ", count: max(1, 38 - name.count))
      return name + padding + option.help + standard
    }
    return """
      navstate serve [OPTIONS]

      \(rows.joined(separator: "\n"))

      Each option is also an environment variable: --port is NAVSTATE_PORT. Lists are separated by commas. An option without a
      value is yes or no. A flag takes precedence over the environment, the environment over the --config file.
      """
  }()
}
