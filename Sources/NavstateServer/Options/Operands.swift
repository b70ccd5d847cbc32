/// The operands of a command that works on the files of a data folder.
struct Operands {
  /// The named file, if any.
  let file: String?
  let flags: Set<String>
  /// The values of the command's own options.
  private let values: [String: String]
  let data: String
  private let program: String

  /// - Parameters:
  ///   - known: Flags that take no value.
  ///   - valued: Options of the command alone, which take one.
  init(
    of command: String, _ arguments: ArraySlice<String>, _ environment: [String: String], program: String,
    flags known: [String] = [], options valued: [String] = []
  ) throws(UsageError) {
    var (files, options, flags): ([String], [String], Set<String>) = ([], [], [])
    var values: [String: String] = [:]
    var rest = arguments
    while let argument = rest.popFirst() {
      if known.contains(argument) {
        flags.insert(argument)
      } else if let name = valued.first(where: { argument == $0 || argument.hasPrefix($0 + "=") }) {
        values[name] =
          argument == name ? try rest.value(of: name, "N", such: "7") : String(argument.dropFirst(name.count + 1))
      } else if !argument.hasPrefix("-") {
        files.append(argument)
      } else {
        options.append(argument)
        // `Options` tells which one needs a value.
        if !argument.contains("="), let value = rest.popFirst() { options.append(value) }
      }
    }
    guard files.count <= 1 else {
      throw UsageError("\(command) takes one file, not also \"\(files[1])\"; see `\(program) help \(command)`")
    }
    data = try Options(options[...], environment: environment, program: program).text("data") ?? "./navstate-data"
    file = files.first
    self.flags = flags
    self.values = values
    self.program = program
  }

  func neededFile(_ command: String) throws(UsageError) -> String {
    guard let file else { throw UsageError("\(command) needs a file: \(program) \(command) FILE [--data DIR]") }
    return file
  }

  /// Returns the positive integer of one of the command's own options; nil if it is not given.
  func count(_ name: String) throws(UsageError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let count = Int(text), count > 0 else {
      throw UsageError("\(name) takes an integer of at least 1, not \"\(text)\"")
    }
    return count
  }

  var database: String { data + "/navstate.db" }
}
