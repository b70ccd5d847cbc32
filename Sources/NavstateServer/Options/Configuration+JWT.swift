import API
import JSON
import Sessions

extension Configuration {
  /// Reads the issuers of JWTs: the file of `--jwt`, and the one of the other options.
  static func issuers(_ options: Options) throws(UsageError) -> [IssuerConfiguration] {
    var issuers: [IssuerConfiguration] = []
    if let file = options.text("jwt") { issuers = try self.issuers(in: file) }
    if let issuer = try issuerOfOptions(options) { issuers.append(issuer) }
    let names = issuers.map(\.rules.issuer)
    if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw UsageError("the issuer \"\(name)\" is set twice; give each issuer once")
    }
    return issuers
  }

  private static func issuerOfOptions(_ options: Options) throws(UsageError) -> IssuerConfiguration? {
    let (issuer, audience) = (options.text("jwt-issuer"), options.list("jwt-audience"))
    guard let issuer else {
      if let name = ["jwt-audience", "jwt-keys"].first(where: { options.text($0) != nil }) {
        throw UsageError("\(options.source(of: name)) has no effect without --jwt-issuer")
      }
      return nil
    }
    guard !audience.isEmpty else {
      throw UsageError(
        "\(options.source(of: "jwt-issuer")) needs --jwt-audience, the `aud` of its tokens for this server")
    }
    var json: JSONObject = ["issuer": .string(issuer), "audience": .array(audience.map(JSONValue.string))]
    if let keys = options.text("jwt-keys") { json["keys"] = .string(keys) }
    return try Self.issuer(.object(json)) { UsageError("--jwt-issuer: \($0)") }
  }

  private static func issuers(in file: String) throws(UsageError) -> [IssuerConfiguration] {
    let bytes = try File.read(file)
    guard case .array(let items) = try json(bytes, in: file) else {
      throw UsageError("\(file), line 1: the file must contain a JSON list of issuers")
    }
    let lines = lines(ofElementsIn: bytes)
    var issuers: [IssuerConfiguration] = []
    for (index, item) in items.enumerated() {
      let line = index < lines.count ? lines[index] : 1
      issuers.append(try issuer(item) { UsageError("\(file), line \(line), issuer \(index + 1): \($0)") })
    }
    return issuers
  }

  private static func json(_ bytes: [UInt8], in file: String) throws(UsageError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw UsageError("\(file), line \(error.line): \(error.message)")
    }
  }

  /// The line of each element of a list, at which it begins.
  private static func lines(ofElementsIn bytes: [UInt8]) -> [Int] {
    var scanner = JSONArrayScanner(runsOf: 1)
    scanner.scan(Array(bytes.drop { $0 != UInt8(ascii: "[") }))
    let start = bytes.firstIndex(of: UInt8(ascii: "[")) ?? 0
    return scanner.runs.map { run in
      let text = bytes[(start + run.lowerBound)...]
      let first = text.firstIndex(of: UInt8(ascii: "{")) ?? text.startIndex
      return 1 + bytes[..<first].count { $0 == UInt8(ascii: "\n") }
    }
  }

  // MARK: An issuer

  private static func issuer(
    _ json: JSONValue, _ fault: (String) -> UsageError
  ) throws(UsageError) -> IssuerConfiguration {
    guard case .object(let members) = json else { throw fault("it must be an object, not \(json.kind)") }
    let known = ["issuer", "audience", "keys", "algorithms", "leeway"]
    if let name = members.names.first(where: { !known.contains($0) }) {
      throw fault("it has the unknown member \"\(name)\"; it takes \(known.joined(separator: ", "))")
    }
    guard let issuer = members["issuer"]?.stringValue, !issuer.isEmpty else {
      throw fault("`issuer` must be a string, the `iss` of its tokens")
    }
    let audience = strings(members["audience"])
    guard let audience, !audience.isEmpty else {
      throw fault("`audience` must be a list of strings, of which a token's `aud` has to name one")
    }
    let leeway = members["leeway"].map { $0.integerValue ?? -1 } ?? 60
    guard (0...3_600).contains(leeway) else {
      throw fault("`leeway` must be an integer of seconds from 0 to 3600, not \(members["leeway"]?.text ?? "")")
    }
    let rules = JWTRules(
      issuer: issuer, audience: audience, algorithms: try algorithms(members["algorithms"], fault),
      leeway: leeway * 1_000)
    return IssuerConfiguration(rules: rules, source: try source(members["keys"], of: issuer, fault))
  }

  private static func strings(_ json: JSONValue?) -> [String]? {
    guard let items = json?.arrayValue else { return nil }
    let texts = items.compactMap(\.stringValue).filter { !$0.isEmpty }
    return texts.count == items.count ? texts : nil
  }

  private static func algorithms(
    _ json: JSONValue?, _ fault: (String) -> UsageError
  ) throws(UsageError) -> [JWTAlgorithm] {
    guard let json else { return JWTAlgorithm.allCases }
    let algorithms = (strings(json) ?? []).map(JWTAlgorithm.init)
    guard !algorithms.isEmpty, !algorithms.contains(nil) else {
      let known = JWTAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw fault("`algorithms` must be a list of \(known), not \(json.text)")
    }
    return algorithms.compactMap { $0 }
  }

  private static func source(
    _ json: JSONValue?, of issuer: String, _ fault: (String) -> UsageError
  ) throws(UsageError) -> KeySource {
    guard let json else {
      let source = KeySource.discovery(issuer: issuer)
      guard KeySource.mayFetch(issuer) else {
        throw fault("without `keys`, `issuer` must be a URL with https (http on loopback only), not \"\(issuer)\"")
      }
      return source
    }
    guard let place = json.stringValue, !place.isEmpty else { throw fault("`keys` must be a file or a URL") }
    guard place.contains("://") else { return .local(try keys(in: place, fault)) }
    guard KeySource.mayFetch(place) else {
      throw fault("`keys` must be a file, or a URL with https (http on loopback only), not \"\(place)\"")
    }
    return .url(place)
  }

  private static func keys(in file: String, _ fault: (String) -> UsageError) throws(UsageError) -> JSONWebKeySet {
    let set: JSONWebKeySet
    do {
      set = try JSONWebKeySet(try json(try File.read(file), in: file), isLocal: true)
    } catch let error as UsageError {
      throw fault(error.message)
    } catch let error as JWTFault {
      throw fault("\(file): \(error.reason)")
    } catch {
      throw fault("\(file): \(error)")
    }
    if set.keys.allSatisfy({ $0.fault != nil }) {
      throw fault("\(file) has no usable key; \(set.keys.first?.fault?.reason ?? "`keys` is empty")")
    }
    return set
  }
}
