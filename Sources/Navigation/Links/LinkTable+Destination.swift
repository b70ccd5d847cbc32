import JSON

extension LinkTable.Link {
  /// Returns the destination of a link; nil when the URL does not have the values that the route requires.
  ///
  /// The path has precedence over the query. For a route with declared params, other members of the query are ignored,
  /// because trackers often add some.
  ///
  /// - Parameter shares: The segments of the path for each segment of the link.
  func destination(_ shares: LinkShares, _ address: LinkAddress, _ query: LinkQuery) -> NavigationAction.Destination? {
    guard takes(shares, address, query), refusal(shares, address) == nil else { return nil }
    return NavigationAction.Destination(route: route.name, params: params(shares, address))
  }

  /// The refusal of a URL whose path matches and whose values do not fit the params of the route; nil when they fit.
  func refusal(_ shares: LinkShares, _ address: LinkAddress) -> Refused? {
    do throws(Refused) {
      try route.checkNew(params(shares, address))
      return nil
    } catch {
      return error
    }
  }

  /// The params that a URL gives: values of the declared types, or the texts that do not fit these.
  private func params(_ shares: LinkShares, _ address: LinkAddress) -> JSONObject {
    let texts = texts(shares, address)
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
  private func takes(_ shares: LinkShares, _ address: LinkAddress, _ query: LinkQuery) -> Bool {
    params.allSatisfy { declared in
      if let index = declared.segment, isGiven(index, shares) {
        return segments[index].count.most > 1 || declared.param.takes(address.segments[shares[index].lowerBound])
      }
      guard let value = query[declared.number] else { return !declared.isNeeded }
      return declared.param.takes(value)
    }
  }

  /// The texts of the link's params, in order.
  private func texts(_ shares: LinkShares, _ address: LinkAddress) -> [(name: String, text: LinkText)] {
    segments.indices.compactMap { index in
      guard let name = segments[index].name, isGiven(index, shares) else { return nil }
      guard shares[index].count != 1 else { return (name, address.segments[shares[index].lowerBound]) }
      return (name, LinkText(address.segments[shares[index]].map(\.string).joined(separator: "/")))
    }
  }

  /// Whether a param has a text. An absent one has none, except for one with `*`, whose text is then empty.
  private func isGiven(_ index: Int, _ shares: LinkShares) -> Bool {
    !shares[index].isEmpty || segments[index].count == .any
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
