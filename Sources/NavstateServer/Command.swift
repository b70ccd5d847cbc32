import Glibc
import JSON
import SQLiteJournal
import PostgresJournal

/// The commands of the program.
struct Command {
  static let version = "0.2.0"

  private let program: ServerProgram

  init(_ program: ServerProgram) {
    self.program = program
  }

  /// Runs the command that the arguments name.
  ///
  /// - Returns: The exit status: 0 success, 1 failure, 2 wrong usage.
  func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    do {
      return try run(arguments.dropFirst().first, arguments.dropFirst(2), environment)
    } catch let error as UsageError {
      program.complain(error.message)
      return 2
    } catch let error as StoreError {
      program.complain("\(error)")
      return 2
    } catch {
      program.complain("\(error)")
      return 1
    }
  }

  private func run(
    _ command: String?, _ arguments: ArraySlice<String>, _ environment: [String: String]
  ) throws -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(help.of(command))
      return 0
    }
    switch command {
    case "serve":
      let read = { [program] in
        try Configuration(
          try Options(arguments, environment: environment, program: program.name), environment: environment)
      }
      return try Serve.run(program, try read(), rereading: read, ServiceManager(environment: environment))
    case "validate": return try Validate(program: program).run(arguments)
    case "paths": return try Paths(program: program).run(arguments)
    case "test": return try Test(program: program).run(arguments)
    case "generate": return try Generate(program: program).run(arguments, environment)
    case "eval": return try Eval(program: program).run(arguments)
    case "migrate": return try migrate(try Options(arguments, environment: environment, program: program.name))
    case "backup":
      return try BackUp.run(try operands("backup", arguments, environment, options: ["--keep": "N, such as 7"]))
    case "restore":
      return try Restore.run(try operands("restore", arguments, environment, flags: ["--force"]), program)
    case "check": return try check(arguments, environment)
    case "recount":
      let options = try Options(arguments, environment: environment, program: program.name)
      let place = try options.store()?.target ?? options.text("data") ?? "./navstate-data"
      return try Recount(program: program).run(place, folder: environment["TMPDIR"] ?? "/tmp")
    case "copy": return try Copy(program: program).run(arguments, environment)
    case "healthcheck":
      return try Healthcheck.run(
        try Options(arguments, environment: try Environment.packaged(environment), program: program.name))
    case "version", "--version": print(Version.text(of: program))
    case "help", "--help", "-h": print(help.of(arguments.first))
    case nil: throw UsageError("a command is required; `\(program.name) help` lists the commands")
    case let unknown?: throw UsageError("unknown command \"\(unknown)\"; \(hint(unknown))")
    }
    return 0
  }

  private var help: Help { Help(program) }

  private func operands(
    _ command: String, _ arguments: ArraySlice<String>, _ environment: [String: String], flags: [String] = [],
    options: [String: String] = [:]
  ) throws(UsageError) -> Operands {
    try Operands(of: command, arguments, environment, program: program.name, flags: flags, options: options)
  }

  /// The command that was probably meant, or the place that lists all.
  private func hint(_ unknown: String) -> String {
    let meant = Suggestions.nearest(to: unknown, among: help.names)
    return meant.map { "did you mean `\(program.name) \($0)`?" } ?? "`\(program.name) help` lists the commands"
  }

  private func check(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
    let isForStore = arguments.contains { $0.hasPrefix("--store") }
    guard isForStore, let store = try Options(arguments, environment: environment, program: program.name).store() else {
      return try Check(program: program).run(try operands("check", arguments, environment, flags: ["--hashes"]))
    }
    return try CheckDatabase(program: program).run(store, folder: environment["TMPDIR"] ?? "/tmp")
  }

  private func migrate(_ options: Options) throws -> Int32 {
    let applied =
      if let store = try options.store() {
        try SharedPersistence.migrate(store)
      } else {
        try SQLiteJournal.migrate(
          directory: options.text("data") ?? "./navstate-data", creating: false, now: wallClock())
      }
    print(applied.isEmpty ? "nothing to migrate" : "applied \(applied.joined(separator: ", "))")
    return 0
  }
}

/// The reason why a command failed.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
