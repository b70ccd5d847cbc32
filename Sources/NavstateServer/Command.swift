import AppDefinitions
import Glibc
import Persistence

/// The commands of the program.
enum Command {
  static let version = "0.1.0"

  /// Runs the command that the arguments name.
  ///
  /// - Returns: The exit status: 0 success, 1 failure, 2 wrong usage.
  static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    do {
      return try run(arguments.dropFirst().first, arguments.dropFirst(2), environment)
    } catch let error as UsageError {
      complain(error.message)
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func run(
    _ command: String?, _ arguments: ArraySlice<String>, _ environment: [String: String]
  ) throws -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(Help.of(command))
      return 0
    }
    switch command {
    case "serve":
      let options = try Options(arguments, environment: environment)
      return try Serve.run(
        try Configuration(options, environment: environment), ServiceManager(environment: environment))
    case "validate": return try Validate.run(arguments)
    case "paths": return try Paths.run(arguments)
    case "test": return try Test.run(arguments)
    case "generate": return try Generate.run(arguments, environment)
    case "eval": return try Eval.run(arguments)
    case "migrate": return try migrate(try Options(arguments, environment: environment))
    case "backup": return try BackUp.run(try Operands(of: "backup", arguments, environment))
    case "restore": return try Restore.run(try Operands(of: "restore", arguments, environment, flags: ["--force"]))
    case "check": return try Check.run(try Operands(of: "check", arguments, environment, flags: ["--hashes"]))
    case "healthcheck": return try Healthcheck.run(try Options(arguments, environment: environment))
    case "version", "--version": print(Version.text)
    case "help", "--help", "-h": print(Help.of(arguments.first))
    case nil: throw UsageError("a command is required; `navstate help` lists the commands")
    case let unknown?: throw UsageError("unknown command \"\(unknown)\"; \(hint(unknown))")
    }
    return 0
  }

  /// The command that was probably meant, or the place that lists all.
  private static func hint(_ unknown: String) -> String {
    let meant = Suggestions.nearest(to: unknown, among: Help.names)
    return meant.map { "did you mean `navstate \($0)`?" } ?? "`navstate help` lists the commands"
  }

  private static func migrate(_ options: Options) throws -> Int32 {
    let applied = try SQLiteJournal.migrate(
      directory: options.text("data") ?? "./navstate-data", creating: false, now: wallClock())
    print(applied.isEmpty ? "nothing to migrate" : "applied \(applied.joined(separator: ", "))")
    return 0
  }

  /// Writes a message to standard error, with the program's name before each line.
  static func complain(_ message: String) {
    let lines = message.split(separator: "\n").map { "navstate: \($0)\n" }.joined()
    Log.write(Array(lines.utf8), to: STDERR_FILENO)
  }
}
