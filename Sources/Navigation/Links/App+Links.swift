import JSON

extension App {
  /// The greatest length of a URL in bytes: that of a request target.
  static let longestURL = 8_192

  /// Returns the destination of a URL.
  ///
  /// - Throws: `Refused` (404) when no link matches.
  func destination(of url: String) throws(Refused) -> NavigationAction.Destination {
    guard url.utf8.count <= Self.longestURL else {
      throw .invalid(
        "url-too-long", "A URL has at most \(Self.longestURL) bytes; this has \(url.utf8.count).", at: "url")
    }
    if let destination = links.destination(of: url) { return destination }
    throw .absent(
      "no-such-link",
      "No link of `\(name)` matches \(JSONValue.string(url).excerpt); it has \(Self.list(links.patterns)).")
  }

  /// An upper bound of the cost of matching a URL.
  package var linkCost: LinkCost { links.cost }

  /// The reason why no link can lead to a route; nil when links can.
  package func obstacle(toLinksOf name: String) -> String? {
    guard let route = routes[name], !route.isPresented else { return nil }
    guard let depth = routeIndex.depth(of: name) else {
      return "No container that can be reached from the root takes \"\(name)\", so no link can lead to it."
    }
    // Deeper links are refused when they are followed. Examining the whole path of thousands for each route would take
    // minutes.
    guard depth <= Self.maximumDepth, let holders = routeIndex.holders(to: name) else { return nil }
    for holder in holders.compactMap({ routes[$0] }) {
      let missing = (holder.params ?? []).first { param in
        !param.isOptional && holder.initialParams[param.name] == nil
          && !route.gives(param)
      }
      guard let missing else { continue }
      return "The path to it leads through \"\(holder.name)\", which needs `\(missing.name)`, \(missing.type.article): "
        + "declare that param for \"\(name)\", too, or set it in the `initialParams` of \"\(holder.name)\"."
    }
    return nil
  }
}
