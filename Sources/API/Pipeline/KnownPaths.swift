import HTTP
import JSON
import Synchronization

/// The paths of the API, for the problem of an unknown path. Used only for requests that fail.
final class KnownPaths: Sendable {
  fileprivate struct Path: Sendable {
    let method: Method
    /// The segments that are not empty: that after a trailing slash is.
    let segments: [Substring]
    var endsWithSlash = false
  }

  /// The segments of the path of an app's own action, whose name no route has.
  static let ownAction = "{action}"
  /// The maximum number of segments of a path that is compared.
  private static let maximumSegments = 8
  private let paths = Mutex<[Path]>([])

  /// Sets the table of routes, before the first request.
  func describe(_ routes: [HTTP.Route<Endpoint>]) {
    let known = routes.map { route in
      Path(
        method: route.method, segments: route.template.split(separator: "/"),
        endsWithSlash: route.template.hasSuffix("/"))
    }
    paths.withLock { $0 = known }
  }

  /// The problem of a path without a route, with the path that was probably meant.
  ///
  /// - Parameter actions: The app's own actions, if the path is that of an action.
  func problem(of request: Request, actions: [String] = []) -> Problem {
    let path = request.pathText
    let meant = suggestion(for: path, request.method, actions)
    let hint = meant.map { "did you mean `\($0)`?" } ?? "`/docs` lists the paths."
    return Problem(404, "no-such-path", "There is nothing at `\(path)`; \(hint)")
  }

  /// Whether a route of some method has the path, other than that of an app's own action.
  func contains(_ request: Request) -> Bool {
    let text = request.pathText
    var segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if segments.last?.isEmpty == true { segments.removeLast() }
    return paths.withLock { $0 }.contains { path in
      path.endsWithSlash == text.hasSuffix("/") && path.segments.count == segments.count
        && path.segments.last.map(String.init) != Self.ownAction
        && zip(path.segments, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") && !$1.isEmpty }
    }
  }

  /// The nearest path, with its method if that differs.
  private func suggestion(for path: String, _ method: Method, _ actions: [String]) -> String? {
    let given = path.split(separator: "/", maxSplits: Self.maximumSegments)
    guard given.count < Self.maximumSegments else { return nil }
    let attempts = given.first == "v1" ? [given] : [given, ["v1"] + given]
    var best: (path: Path, segments: [Substring], slips: Int)?
    for path in candidates(actions) {
      for attempt in attempts {
        guard let slips = path.slips(to: attempt) else { continue }
        // Of equally near paths, one with the method of the request.
        let cost = 2 * slips + (path.method == method || method == .head && path.method == .get ? 0 : 1)
        if cost < best?.slips ?? .max { best = (path, path.filled(from: attempt), cost) }
      }
    }
    guard let best else { return ownAction(path, method) }
    let text = "/" + best.segments.joined(separator: "/")
    // An odd cost is that of another method, which the hint then names.
    return best.slips.isMultiple(of: 2) ? text : "\(best.path.method.rawValue) \(text)"
  }

  /// The path of an app's own action that was sent with a trailing slash.
  private func ownAction(_ path: String, _ method: Method) -> String? {
    let given = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard method == .post, given.last?.isEmpty == true else { return nil }
    let isKnown = paths.withLock { $0 }.contains { path in
      path.segments.last.map(String.init) == Self.ownAction && path.segments.count == given.count - 1
        && path.slips(to: Array(given.dropLast())) == 0
    }
    return isKnown ? String(path.dropLast()) : nil
  }

  private func candidates(_ actions: [String]) -> [Path] {
    paths.withLock { $0 }.flatMap { path in
      guard path.segments.last.map(String.init) == Self.ownAction else { return [path] }
      return actions.map { Path(method: path.method, segments: path.segments.dropLast() + [$0[...]]) }
    }
  }
}

extension KnownPaths.Path {
  /// The number of differences to a path; nil if a segment is not similar.
  fileprivate func slips(to given: [Substring]) -> Int? {
    guard given.count == segments.count else { return nil }
    var sum = 0
    for (segment, other) in zip(segments, given) where segment != other && !segment.hasPrefix("{") {
      guard let slips = Suggestions.slips(from: String(other), to: String(segment)) else { return nil }
      sum += max(1, slips)
    }
    return sum
  }

  /// The path with the parameters of another one.
  fileprivate func filled(from given: [Substring]) -> [Substring] {
    zip(segments, given).map { $0.hasPrefix("{") ? $1 : $0 }
  }
}
