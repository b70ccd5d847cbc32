import JSON

extension LinkTable.Link {
  /// Returns the destination of a link; nil when the URL does not have the values that the route requires.
  ///
  /// The path has precedence over the query. For a route with declared params, other members of the query are ignored,
  /// because trackers often add some.
  ///
  /// - Parameter captures: The segments of the path for each segment of the link.
  func destination(_ captures: LinkCaptures, _ address: LinkAddress, _ query: LinkQuery) -> NavigationAction
    .Destination?
  {
    guard accepts(captures, address, query), refusal(captures, address) == nil else { return nil }
    return NavigationAction.Destination(route: route.name, params: params(captures, address))
  }

  /// The refusal of a URL whose path matches and whose values do not fit the params of the route; nil when they fit.
  func refusal(_ captures: LinkCaptures, _ address: LinkAddress) -> ActionError? {
    do throws(ActionError) {
      try route.checkNew(params(captures, address))
      return nil
    } catch {
      return error
    }
  }

  /// The params that a URL gives: values of the declared types, or the texts that do not fit these.
  private func params(_ captures: LinkCaptures, _ address: LinkAddress) -> JSONObject {
    let texts = texts(captures, address)
    let inPath = texts.map { ($0.name, LinkAddress.Value.text($0.text)) }
    let names = Set(texts.map(\.name))
    var given: [(String, JSONValue)] = []
    for (name, value) in inPath + address.query.filter({ !names.contains($0.name) }) {
      guard let types else {
        given.append((name, value.json))
        continue
      }
      if let param = types[name] { given.append((name, param.value(of: value) ?? value.json)) }
    }
    return JSONObject(given)
  }

  /// Whether all values have their types and none is missing. Creates no values, since many links may be tried.
  private func accepts(_ captures: LinkCaptures, _ address: LinkAddress, _ query: LinkQuery) -> Bool {
    params.allSatisfy { declared in
      if let index = declared.segment, isGiven(index, captures) {
        return segments[index].count.most > 1 || declared.param.accepts(address.segments[captures[index].lowerBound])
      }
      guard let value = query[declared.number] else { return !declared.isNeeded }
      return declared.param.accepts(value)
    }
  }

  /// The texts of the link's params, in order.
  private func texts(_ captures: LinkCaptures, _ address: LinkAddress) -> [(name: String, text: LinkText)] {
    segments.indices.compactMap { index in
      guard let name = segments[index].name, isGiven(index, captures) else { return nil }
      guard captures[index].count != 1 else { return (name, address.segments[captures[index].lowerBound]) }
      return (name, LinkText(address.segments[captures[index]].map(\.string).joined(separator: "/")))
    }
  }

  /// Whether a param has a text. An absent one has none, except for one with `*`, whose text is then empty.
  private func isGiven(_ index: Int, _ captures: LinkCaptures) -> Bool {
    !captures[index].isEmpty || segments[index].count == .any
  }
}

/// The members of a URL's query that are declared params of some link, by number of the name.
struct LinkQuery {
  private var values: [Int: LinkAddress.Value] = [:]

  init(_ query: [(name: String, value: LinkAddress.Value)], _ table: LinkTable) {
    for (name, value) in query {
      if let number = table.names[name] { values[number] = value }
    }
  }

  subscript(number: Int) -> LinkAddress.Value? { values.isEmpty ? nil : values[number] }
}
