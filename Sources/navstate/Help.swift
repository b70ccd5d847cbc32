/// What `help` prints.
enum Help {
  static let commands = """
    navstate \(Command.version): holds the navigation of apps on a server

      navstate serve [OPTIONS]         serve sessions over HTTP; `navstate serve --help` lists the options
      navstate validate FILE...        say what is wrong with definitions of apps, and where; - is standard input
      navstate migrate [--data DIR]    bring a database to the newest schema without serving it
      navstate backup FILE [--data DIR]
                                       copy the database of a data folder into a new file, also beside a server
      navstate restore FILE [--data DIR] [--force]
                                       put a backup into a data folder; --force: in the place of a database, which is kept
      navstate check [FILE] [--data DIR] [--hashes]
                                       say whether a database or a backup is sound, also beside a server
      navstate healthcheck [--host ADDRESS] [--port PORT]
                                       ask a server on this machine whether it is ready: exit status 0 or 1
      navstate version
      navstate help

    Results go to standard output, logs to standard error. Exit status: 0, 1 failed, 2 wrong usage.
    """

  static let serve: String = {
    let rows = Option.all.map { option in
      let name = "  --\(option.name) \(option.value)"
      let standard = option.standard.isEmpty ? "" : " (\(option.standard))"
      let padding = String(repeating: " ", count: max(1, 38 - name.count))
      return name + padding + option.help + standard
    }
    return """
      navstate serve [OPTIONS]

      \(rows.joined(separator: "\n"))

      Each option is also an environment variable (--port is NAVSTATE_PORT; a list is separated by commas). A flag wins over
      the environment, the environment over the --config file.
      """
  }()
}
