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
  let repeats: Bool
  /// Whether its value may be omitted, which means `yes`.
  let isFlag: Bool

  init(
    _ name: String, _ value: String, default standard: String = "", _ help: String, repeats: Bool = false,
    isFlag: Bool = false
  ) {
    (self.name, self.value, self.standard, self.help) = (name, value, standard, help)
    (self.repeats, self.isFlag) = (repeats, isFlag)
  }

  /// An option that is yes or no.
  static func flag(_ name: String, _ help: String) -> Option {
    Option(name, "yes|no", default: "no", help, isFlag: true)
  }

  var variable: String { "NAVSTATE_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }
}

extension Option {
  /// All options, in the order of the help.
  static let all: [Option] = OptionGroup.all.flatMap(\.options)
}
