/// The operands of a command that works on the files of a data folder.
struct Operands {
  /// The named file, if any.
  let file: String?
  let flags: Set<String>
  let data: String
  private let program: String

  /// - Parameter known: Flags that take no value.
  init(
    of command: String, _ arguments: ArraySlice<String>, _ environment: [String: String], program: String,
    flags known: [String] = []
  ) throws(UsageError) {
    var (files, options, flags): ([String], [String], Set<String>) = ([], [], [])
    var rest = arguments
    while let argument = rest.popFirst() {
      if known.contains(argument) {
        flags.insert(argument)
      } else if !argument.hasPrefix("-") {
        files.append(argument)
      } else {
        options.append(argument)
        if !argument.contains("="), let value = rest.popFirst() { options.append(value) }
      }
    }
    guard files.count <= 1 else {
      throw UsageError("\(command) takes one file, not also \"\(files[1])\"; see `\(program) help \(command)`")
    }
    data = try Options(options[...], environment: environment, program: program).text("data") ?? "./navstate-data"
    file = files.first
    self.flags = flags
    self.program = program
  }

  func neededFile(_ command: String) throws(UsageError) -> String {
    guard let file else { throw UsageError("\(command) needs a file: \(program) \(command) FILE [--data DIR]") }
    return file
  }

  var database: String { data + "/navstate.db" }
}
