/// The arguments of a command other than `serve`.
struct Arguments {
  private(set) var operands: [String] = []
  private(set) var flags: Set<String> = []
  /// Options that the command has not by itself, with their values.
  private(set) var others: [String] = []
  private var values: [String: String] = [:]

  /// - Parameters:
  ///   - known: Flags that take no value.
  ///   - options: Options of the command, with the value that each takes as the help shows it.
  ///   - isOperand: Whether an argument is an operand.
  init(
    _ arguments: ArraySlice<String>, flags known: [String] = [], options: [String: String] = [:],
    isOperand: (String) -> Bool = { !$0.hasPrefix("-") || $0 == "-" }
  ) throws(UsageError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if known.contains(argument) {
        flags.insert(argument)
      } else if let placeholder = options[parts[0]] {
        values[parts[0]] = parts.count == 2 ? parts[1] : try rest.value(of: parts[0], placeholder)
      } else if isOperand(argument) {
        operands.append(argument)
      } else {
        others.append(argument)
        if parts.count == 1, let value = rest.popFirst() { others.append(value) }
      }
    }
  }

  /// The value of an option of the command; nil if it is not given.
  subscript(option: String) -> String? { values[option] }

  /// Refuses options of a command that takes files alone, and no files.
  static func checkFiles(_ files: ArraySlice<String>, of command: String, need: String) throws(UsageError) {
    guard !files.isEmpty else { throw UsageError("\(command) needs \(need)") }
    if let option = files.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw UsageError("\(command) has no option \"\(option)\"; for a file of that name use ./\(option)")
    }
  }
}
