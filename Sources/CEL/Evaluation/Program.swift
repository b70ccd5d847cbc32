/// An expression whose names are resolved, as nodes that refer to each other by index.
struct Program: Sendable {
  typealias Index = Int32

  enum Node: Sendable {
    case literal(CELValue)
    case variable(slot: Int)
    case local(slot: Int)
    /// The failure of a name that is not declared, in an expression that is not checked.
    case failure(EvaluationError.Reason)
    case select(Index, field: String)
    case has(Index, field: String)
    case index(Index, Index)
    case list(Range<Int>)
    /// Keys and values alternate.
    case map(Range<Int>)
    case not(Index)
    case negate(Index)
    case and(Range<Int>)
    case or(Range<Int>)
    case conditional(Index, Index, Index)
    case binary(BinaryOperator, Index, Index)
    case call(Function, Range<Int>)
    case matches(Index, RegularExpression)
    case comprehension(Comprehension)
  }

  /// A macro that visits the elements of a list or the entries of a map.
  struct Comprehension: Sendable {
    enum Kind: Sendable {
      case all
      case exists
      case existsOne
      case list
      case map
      case mapEntries
    }

    let kind: Kind
    let source: Index
    /// The slot of the first variable.
    let slot: Int
    /// Whether there is a second variable in the next slot: keys and values, or indexes and elements.
    let hasTwoVariables: Bool
    /// The condition; nil for a transformation of all.
    let condition: Index?
    /// The transformation; nil for a condition alone.
    let result: Index?
  }

  var nodes: [Node] = []
  var columns: [Int32] = []
  /// The children of nodes that have any number of them.
  var children: [Index] = []
  var root: Index = 0
  /// The number of slots for the variables of macros.
  var localCount = 0
}

extension Program {
  /// The approximate bytes of memory, without regular expressions. An array has up to twice the storage that it uses.
  var memorySize: Int {
    nodes.capacity * MemoryLayout<Node>.stride + 4 * (columns.capacity + children.capacity) + 96
  }

  mutating func add(_ node: Node, column: Int) -> Index {
    nodes.append(node)
    columns.append(Int32(clamping: column))
    return Index(nodes.count - 1)
  }

  mutating func add(children added: [Index]) -> Range<Int> {
    let start = children.count
    children += added
    return start..<children.count
  }
}
