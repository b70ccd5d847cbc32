/// An option of `serve`: its name, value and default.
///
/// `--memory-limit` is also `NAVSTATE_MEMORY_LIMIT` and, in the `--config` file, `"memory-limit"`.
struct Option: Sendable {
  let name: String
  /// The placeholder of its value in the help.
  let value: String
  let standard: String
  let help: String
  /// Whether it may be given several times.
  var repeats = false
  /// Whether its value may be omitted, which means `yes`.
  var isFlag = false

  var variable: String { "NAVSTATE_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }
}

extension Option {
  /// All options, in the order of the help.
  static let all: [Option] = OptionGroup.all.flatMap(\.options)
}
