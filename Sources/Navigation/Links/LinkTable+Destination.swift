import JSON

extension LinkTable.Link {
  /// Where a link leads, when the route takes what the URL gives it.
  ///
  /// What the path gives wins over the query. Of a route that declares its params, other members of the query mean
  /// nothing; they are often added by whoever sends links around.
  ///
  /// - Parameter shares: The segments of the path that each segment takes.
  func destination(
    _ shares: LinkShares, _ address: LinkAddress, _ query: LinkQuery
  ) -> NavigationAction.Destination? {
    guard takes(shares, address, query) else { return nil }
    let texts = texts(shares, address)
    let inPath = texts.map { ($0.name, LinkAddress.Value.text($0.text)) }
    let names = Set(texts.map(\.name))
    var given: [(String, JSONValue)] = []
    for (name, value) in inPath + address.query.filter({ !names.contains($0.name) }) {
      guard let types else {
        given.append((name, value.json))
        continue
      }
      guard let param = types[name] else { continue }
      guard let json = param.value(of: value) else { return nil }
      given.append((name, json))
    }
    let params = JSONObject(given)
    do throws(Refused) {
      try route.checkNew(params)
    } catch {
      // One that it needs is in neither: another pattern may be meant.
      return nil
    }
    return NavigationAction.Destination(route: route.name, params: params.isEmpty ? nil : params)
  }

  /// Whether the values are of their types and none is missing, without making them: many links may be tried.
  private func takes(_ shares: LinkShares, _ address: LinkAddress, _ query: LinkQuery) -> Bool {
    params.allSatisfy { declared in
      if let index = declared.segment, isGiven(index, shares) {
        return segments[index].count.most > 1 || declared.param.takes(address.segments[shares[index].lowerBound])
      }
      guard let value = query[declared.number] else { return !declared.isNeeded }
      return declared.param.takes(value)
    }
  }

  /// The texts of its params, in order.
  private func texts(_ shares: LinkShares, _ address: LinkAddress) -> [(name: String, text: LinkText)] {
    segments.indices.compactMap { index in
      guard let name = segments[index].name, isGiven(index, shares) else { return nil }
      guard shares[index].count != 1 else { return (name, address.segments[shares[index].lowerBound]) }
      return (name, LinkText(address.segments[shares[index]].map(\.string).joined(separator: "/")))
    }
  }

  /// Whether a param has a text: one that is absent has none, but for one with `*`, whose text is empty.
  private func isGiven(_ index: Int, _ shares: LinkShares) -> Bool {
    !shares[index].isEmpty || segments[index].count == .any
  }
}

/// The members of a URL's query that are declared params of some link, by the number of their name.
struct LinkQuery {
  private var values: [Int: LinkAddress.Value] = [:]

  init(_ query: [(name: String, value: LinkAddress.Value)], _ table: LinkTable) {
    for (name, value) in query {
      if let number = table.names[name] { values[number] = value }
    }
  }

  subscript(number: Int) -> LinkAddress.Value? { values.isEmpty ? nil : values[number] }
}
