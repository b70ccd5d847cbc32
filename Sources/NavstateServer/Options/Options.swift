import JSON

/// The values of the options: a flag takes precedence over the environment, the environment over the `--config` file.
struct Options: Sendable {
  private let program: String
  private var values: [String: [String]] = [:]
  /// The source of each value as shown to the user: `--port`, `NAVSTATE_PORT`, or `"port" in FILE`.
  private var sources: [String: String] = [:]

  /// - Parameters:
  ///   - arguments: The arguments after the command.
  ///   - program: The name of the program, for error messages.
  ///   - readFile: Returns the content of the `--config` file.
  init(
    _ arguments: ArraySlice<String>, environment: [String: String], program: String,
    readFile: (String) throws(UsageError) -> [UInt8] = File.read
  ) throws(UsageError) {
    try Environment.check(environment)
    self.program = program
    let flags = try flags(arguments)
    if let file = flags["config"]?.last ?? environment["NAVSTATE_CONFIG"] {
      values = try content(of: file, readFile(file))
      for name in values.keys { sources[name] = "\"\(name)\" in \(file)" }
    }
    for option in Option.all {
      if let value = environment[option.variable] {
        values[option.name] = option.repeats ? value.split(separator: ",").map(String.init) : [value]
        sources[option.name] = option.variable
      }
    }
    values.merge(flags) { _, flag in flag }
    for name in flags.keys { sources[name] = nil }
  }

  /// Returns the source of an option's value, for error messages.
  func source(of name: String) -> String { sources[name] ?? "--\(name)" }

  func text(_ name: String) -> String? {
    if let given = values[name]?.last { return given }
    let standard = Option.all.first { $0.name == name }?.standard ?? ""
    return standard.isEmpty ? nil : standard
  }

  func list(_ name: String) -> [String] { values[name] ?? [] }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = text(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "\(source(of: name)) takes an integer from \(range.lowerBound) to \(range.upperBound), not \"\(text)\""
          + remedy(for: text))
    }
    return value
  }

  /// Sets a limit to the value of an option, or to its default.
  func read(_ name: String, in range: ClosedRange<Int>, into limit: inout Int) throws(UsageError) {
    limit = try integer(name, in: range) ?? limit
  }

  func choice(_ name: String, of choices: [String]) throws(UsageError) -> String? {
    guard let text = text(name) else { return nil }
    guard choices.contains(text) else {
      throw UsageError("\(source(of: name)) must be one of \(choices.joined(separator: ", ")), not \"\(text)\"")
    }
    return text
  }

  /// Returns whether a flag is set.
  func flag(_ name: String) throws(UsageError) -> Bool { try choice(name, of: ["no", "yes"]) == "yes" }

  /// Kubernetes sets variables in every pod, named after the services of its namespace, to their addresses.
  private func remedy(for text: String) -> String {
    text.hasPrefix("tcp://")
      ? "; Kubernetes sets it for a Service of that name: give the pod `enableServiceLinks: false`" : ""
  }

  private func flags(_ arguments: ArraySlice<String>) throws(UsageError) -> [String: [String]] {
    var flags: [String: [String]] = [:]
    var rest = arguments
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard argument.hasPrefix("--") else {
        throw UsageError(
          "\"\(argument)\" is not an option: options begin with --; `\(program) serve --help` lists them")
      }
      guard let option = Option.all.first(where: { $0.name == parts[0].dropFirst(2) }) else {
        throw UsageError("unknown option \"\(argument)\"; \(hint(parts[0].dropFirst(2), prefix: "--"))")
      }
      let value =
        parts.count == 2
        ? String(parts[1])
        : option.isFlag ? "yes" : try rest.value(of: "--\(option.name)", option.value, such: option.standard)
      if flags[option.name] != nil, !option.repeats { throw UsageError("--\(option.name) was given twice") }
      flags[option.name, default: []].append(value)
    }
    return flags
  }

  /// The option that was probably meant, or the place that lists all.
  private func hint(_ name: Substring, prefix: String) -> String {
    let meant = Suggestions.nearest(to: String(name), among: Option.all.map(\.name))
    return meant.map { "did you mean \(prefix)\($0)?" } ?? "`\(program) serve --help` lists the options"
  }

  private func content(of name: String, _ bytes: [UInt8]) throws(UsageError) -> [String: [String]] {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw UsageError("\(name), line \(error.line): \(error.message)")
    }
    guard case .object(let members) = json else { throw UsageError("\(name) must contain a JSON object of options") }
    var values: [String: [String]] = [:]
    for member in members {
      guard let option = Option.all.first(where: { $0.name == member.name }), option.name != "config" else {
        throw UsageError("\(name): unknown option \"\(member.name)\"; \(hint(member.name[...], prefix: ""))")
      }
      let list = option.repeats ? member.value.arrayValue ?? [member.value] : [member.value]
      values[member.name] = try list.map { value throws(UsageError) in
        switch value {
        case .string(let text): return text
        case .integer: return value.text
        case .bool(let isGiven) where option.isFlag: return isGiven ? "yes" : "no"
        default: throw UsageError("\(name): \"\(member.name)\" must be a string or an integer, not \(value.text)")
        }
      }
    }
    return values
  }
}

/// An error in the command line: exit status 2.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension ArraySlice<String> {
  /// Removes the value that follows an option.
  ///
  /// - Parameters:
  ///   - placeholder: That of the value in the help.
  ///   - example: A value; empty: none.
  mutating func value(
    of option: String, _ placeholder: String, such example: String = ""
  ) throws(UsageError) -> String {
    // A value that begins like an option is given as `--token=--x`.
    guard let value = first, !value.hasPrefix("--") else {
      let such = example.isEmpty ? "" : ", such as \(example)"
      let next = first.map { "; \"\($0)\" after it is an option" } ?? ""
      throw UsageError("\(option) needs a value: \(option) \(placeholder)\(such)\(next)")
    }
    removeFirst()
    return value
  }
}
