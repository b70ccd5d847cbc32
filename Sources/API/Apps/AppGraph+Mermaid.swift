import Navigation

extension AppGraph {
  /// The graph as a Mermaid flowchart: a frame for each container, and a node for each screen in the first container
  /// that accepts it.
  ///
  /// Identifiers of nodes and frames are numbered; text from the app's author appears only in labels, escaped. An edge
  /// from all screens of a stack is drawn from the initial screen. Siblings have no edges.
  var mermaid: String { MermaidChart(self).lines.map { $0 + "\n" }.joined() }
}

private struct MermaidChart {
  private let graph: AppGraph
  private let nodes: [String: String]
  private(set) var lines = ["flowchart LR"]

  init(_ graph: AppGraph) {
    self.graph = graph
    nodes = Dictionary(
      graph.screens.enumerated().map { ($1.route.name, "n\($0)") }, uniquingKeysWith: { first, _ in first })
    addFrames()
    addWays()
    addClasses()
  }

  private mutating func addFrames() {
    for (number, container) in graph.containers.enumerated() {
      let screens = graph.screens.filter { $0.containers.first == container.id }
      if !screens.isEmpty {
        lines.append("  subgraph c\(number)[\(Self.label(container.title))]")
        for screen in screens { lines.append("    " + box(screen)) }
        lines.append("  end")
      }
      // All screens of the container may be drawn in another frame.
      if let holder = container.holder.flatMap({ nodes[$0] }), let initial = nodes[container.initial] {
        lines.append("  \(holder) -.->|holds| \(screens.isEmpty ? initial : "c\(number)")")
      }
    }
    for screen in graph.screens where screen.containers.isEmpty { lines.append("  " + box(screen)) }
  }

  private func box(_ screen: AppGraph.Screen) -> String {
    (nodes[screen.route.name] ?? "") + "[\(Self.label(screen.route.name))]"
  }

  private mutating func addWays() {
    var drawn: Set<String> = []
    for way in graph.edges {
      guard let from = nodes[way.from ?? beginning(of: way) ?? ""], let to = nodes[way.to] else { continue }
      let line = "  \(from) -->|\(Self.title(of: way))| \(to)"
      if drawn.insert(line).inserted { lines.append(line) }
    }
  }

  /// The action with the conditions under which it is allowed.
  private static func title(of way: AppGraph.Edge) -> String {
    let means = way.name.map { "\(way.means.rawValue) \($0)" } ?? way.means.rawValue
    guard way.name != nil || !way.conditions.isEmpty else { return means }
    return label(means + (way.conditions.isEmpty ? "" : " if \(way.conditions.joined(separator: ", "))"))
  }

  /// The screen from which an edge with many sources is drawn; nil if the edge is not drawn.
  private func beginning(of way: AppGraph.Edge) -> String? {
    guard way.means != .select,
      let container = graph.containers.first(where: { $0.id == way.container ?? "root" }),
      container.initial != way.to || container.routes.count == 1
    else { return nil }
    return container.initial
  }

  private mutating func addClasses() {
    lines += ["  classDef initial stroke-width:3px", "  classDef unreachable stroke-dasharray:4 4,opacity:0.6"]
    for screen in graph.screens {
      guard let node = nodes[screen.route.name] else { continue }
      if screen.isInitial { lines.append("  class \(node) initial") }
      if !screen.isReachable { lines.append("  class \(node) unreachable") }
    }
  }

  /// A quoted label. Characters with a meaning in a diagram or in HTML are written as numeric codes.
  private static func label(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || " -_.·".unicodeScalars.contains(scalar)
      if isPlain { return String(scalar) }
      // HTML does not allow control characters.
      return scalar.properties.generalCategory == .control ? "\u{FFFD}" : "#\(scalar.value);"
    }
    return "\"" + escaped.joined() + "\""
  }
}

extension AppGraph.Container {
  fileprivate var title: String { holder.map { "\($0) · \(kind.rawValue)" } ?? kind.rawValue }
}
