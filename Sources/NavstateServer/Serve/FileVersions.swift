import JSON

/// The versions of an app that a watched file has defined, with the versions that the file had. Each change of the file is
/// a version of its own, also if the file still says the same one.
struct FileVersions {
  /// By version of the file, ascending.
  private var defined: [Int: [Int]] = [:]

  /// - Parameter versions: The versions of the app, ascending, with their definitions.
  init(_ versions: [(version: Int, definition: [UInt8]?)]) {
    for (version, definition) in versions {
      let file = definition.flatMap(Self.fileVersion) ?? version
      defined[file, default: []].append(version)
    }
  }

  private static func fileVersion(of definition: [UInt8]) -> Int? {
    do throws(JSONError) {
      let json = try JSONValue(parsing: definition, roundingNumbers: true)
      return json["fileVersion"]?.integerValue.flatMap { Int(exactly: $0) }
    } catch {
      return nil
    }
  }

  /// The definition of a file as a version of the app: the rules of `migrate`, which name versions of the file, are those
  /// for the last versions that these have defined.
  func renumbered(_ definition: JSONValue, as version: Int) -> JSONValue {
    guard case .object(var members) = definition else { return definition }
    if definition["version"] != .integer(Int64(version)) {
      members["fileVersion"] = members["version"]
      members["version"] = .integer(Int64(version))
    }
    guard case .object(let rules)? = members["migrate"] else { return .object(members) }
    var renumbered = JSONObject()
    for (name, rule) in rules {
      let last = Int(name).flatMap { defined[$0]?.last { $0 < version } }
      renumbered[last.map(String.init) ?? name] = rule
    }
    members["migrate"] = .object(renumbered)
    return .object(members)
  }
}
