import JSON
import Navigation

extension LogicReader {
  /// The members of a step that asks another server.
  static let membersOfCall = [
    "call", "id", "method", "headers", "body", "timeout", "attempts", "deadline", "then", "otherwise",
  ]

  /// Reads a step that asks another server.
  mutating func call(_ first: JSONNode, _ node: JSONNode, in place: LogicPlace) -> Step? {
    let url = self.url(first, in: place)
    let method = node["method"].map { self.method($0) } ?? "POST"
    let headers = node["headers"].map { self.headers($0, in: place) } ?? []
    let body = node["body"].map { self.value($0, in: place) }
    if let body = node["body"], method == "GET" {
      reader.report("A call with GET has no `body`; omit it, or use another `method`.", at: body.place)
    }
    let timeout = node["timeout"].map { self.timeout($0) } ?? CallRequest.standardTimeout
    let limits = limits(node)
    let then = reader.required("then", of: node, "the action to perform with the answer.")
      .flatMap { reply($0, in: place.withAnswer()) }
    let otherwise = node["otherwise"].map { reply($0, in: place.withFailure()) }
    guard let url, let method, let headers, let timeout, let limits, let then else { return nil }
    // Present and faulty, unlike an absent member.
    if case .some(.none) = body { return nil }
    if case .some(.none) = otherwise { return nil }
    return .call(
      CallStep(
        method, url, headers: headers, body: body ?? nil, timeout: timeout, then: then, otherwise: otherwise ?? nil,
        limits: limits, at: node.place))
  }

  private mutating func url(_ node: JSONNode, in place: LogicPlace) -> TextTemplate? {
    guard let text = reader.string(node, "`call`") else { return nil }
    guard text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("${") else {
      return reader.fault(
        "`call` must be a URL that begins with http:// or https://; it is \(Suggestions.quoted(text)).", at: node.place)
    }
    guard let template = self.text(node, "`call`", in: place) else { return nil }
    // A stored one is accepted: its values are encoded as well, so that they can name no host.
    if !template.fillsAuthority || !reader.isNew { return template }
    // Text after a value, or a value before the path, could make another host of the one that the operator sees.
    return reader.fault(
      "`call` inserts a value into the scheme or host of \(Suggestions.quoted(text)). Insert values after the host, or make "
        + "the URL one expression, such as \"${data.base + '/users/' + url.encode(args.id)}\".", at: node.place)
  }

  private mutating func method(_ node: JSONNode) -> String? {
    guard let method = reader.string(node, "`method`") else { return nil }
    if CallRequest.methods.contains(method) { return method }
    return reader.fault(reader.unknown(method, "`method`", CallRequest.methods), at: node.place)
  }

  private mutating func headers(_ node: JSONNode, in place: LogicPlace) -> [(name: String, value: ValueTemplate)]? {
    guard reader.object(node, "`headers`") != nil else { return nil }
    var headers: [(name: String, value: ValueTemplate)] = []
    for (name, field) in node.members {
      guard CallRequest.isFieldName(name), !CallRequest.reservedFields.contains(name.lowercased()) else {
        reader.report(
          "\(Suggestions.quoted(name)) cannot be set: it is not a field name, or the server sets it.", at: field.place)
        continue
      }
      guard reader.string(field, "The field `\(name)`") != nil, let value = value(field, in: place) else { continue }
      headers.append((name, value))
    }
    return headers.count == node.members.count ? headers : nil
  }

  private mutating func limits(_ node: JSONNode) -> CallStep.Limits? {
    var limits = CallStep.Limits()
    if let id = node["id"] {
      guard let name = effect(id, "`id`") else { return nil }
      limits.id = name
    }
    if let attempts = node["attempts"] {
      guard let count = attempts.value.integerValue, CallRequest.attempts.contains(count) else {
        return reader.fault(
          "`attempts` must be an integer from 1 to 8; it is \(attempts.value.excerpt).", at: attempts.place)
      }
      limits.attempts = Int(count)
    }
    if let deadline = node["deadline"] {
      guard let duration = deadline.duration("`deadline`", &reader) else { return nil }
      guard let milliseconds = duration.milliseconds, (1...CallRequest.longestDeadline).contains(milliseconds) else {
        return reader.fault("`deadline` must be at most a day; it is \(deadline.value.excerpt).", at: deadline.place)
      }
      limits.deadline = milliseconds
    }
    return limits
  }

  private mutating func timeout(_ node: JSONNode) -> Int64? {
    guard let duration = node.duration("`timeout`", &reader) else { return nil }
    if let milliseconds = duration.milliseconds, CallRequest.timeouts.contains(milliseconds) { return milliseconds }
    return reader.fault("`timeout` must be at most 60 seconds; it is \(node.value.excerpt).", at: node.place)
  }

  /// Checks the action for an answer, and returns it before its expressions are evaluated.
  private mutating func reply(_ node: JSONNode, in place: LogicPlace) -> JSONValue? {
    action(node, in: place).map { _ in node.value }
  }
}

extension Duration {
  /// Whole milliseconds; nil if they exceed 64 bits.
  fileprivate var milliseconds: Int64? {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? nil : product + attoseconds / 1_000_000_000_000_000
  }
}
