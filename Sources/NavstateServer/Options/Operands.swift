/// The operands of a command that works on the files of a data folder.
struct Operands {
  private let arguments: Arguments
  let data: String
  private let program: String

  /// - Parameters:
  ///   - known: Flags that take no value.
  ///   - valued: Options of the command alone, with their values as the help shows them.
  init(
    of command: String, _ given: ArraySlice<String>, _ environment: [String: String], program: String,
    flags known: [String] = [], options valued: [String: String] = [:]
  ) throws(UsageError) {
    arguments = try Arguments(given, flags: known, options: valued)
    let files = arguments.operands
    guard files.count <= 1 else {
      throw UsageError("\(command) takes one file, not also \"\(files[1])\"; see `\(program) help \(command)`")
    }
    data =
      try Options(arguments.others[...], environment: environment, program: program).text("data") ?? "./navstate-data"
    self.program = program
  }

  /// The named file, if any.
  var file: String? { arguments.operands.first }
  var flags: Set<String> { arguments.flags }

  func neededFile(_ command: String) throws(UsageError) -> String {
    guard let file else { throw UsageError("\(command) needs a file: \(program) \(command) FILE [--data DIR]") }
    return file
  }

  /// Returns the positive integer of one of the command's own options; nil if it is not given.
  func count(_ name: String) throws(UsageError) -> Int? {
    guard let text = arguments[name] else { return nil }
    guard let count = Int(text), count > 0 else {
      throw UsageError("\(name) takes an integer of at least 1, not \"\(text)\"")
    }
    return count
  }

  var database: String { data + "/navstate.db" }
}
