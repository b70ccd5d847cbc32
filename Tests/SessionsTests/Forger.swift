import Support
import JSON
import TestSupport

@testable import Sessions

/// Changes archives, and ends each with a valid last line.
struct Forger {
  var generator: SplitMix64
  /// All lines except the last one.
  let lines: [[UInt8]]

  init(_ archive: [UInt8], seed: UInt64 = 1) {
    generator = SplitMix64(seed: seed)
    lines = archive.split(separator: UInt8(ascii: "\n")).dropLast().map(Array.init)
  }

  /// Returns an archive of the lines with a valid last line.
  static func sealed(_ lines: [[UInt8]]) -> [UInt8] {
    let body = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    let end = #"{"lines":\#(lines.count),"sha256":"\#(SHA256.hash(body).hexadecimal)"}"# + "\n"
    return body + Array(end.utf8)
  }

  /// Returns the archive with all occurrences of a text replaced.
  func replacing(_ old: String, with new: String) -> [UInt8] {
    Self.sealed(lines.map { Array(text($0).replacing(old, with: new).utf8) })
  }

  /// Returns the archive with one random change.
  mutating func forged() throws -> [UInt8] {
    var lines = lines
    let index = Int.random(in: 0..<lines.count, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: index)
    case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &generator))
    default:
      let json = try JSONValue(parsing: lines[index], maximumDepth: 200)
      lines[index] = changed(json).bytes
    }
    return Self.sealed(lines)
  }

  /// Returns the value with one random change.
  private mutating func changed(_ json: JSONValue) -> JSONValue {
    switch json {
    case .object(let object) where !object.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      return changed(object)
    case .array(let elements) where !elements.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      return changed(elements)
    default:
      return replaced(json)
    }
  }

  private mutating func changed(_ object: JSONObject) -> JSONValue {
    let names = object.names
    let name = names[Int.random(in: 0..<names.count, using: &generator)]
    var members = names.map { ($0, object[$0] ?? .null) }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: members.removeAll { $0.0 == name }
    case 1: members.append(("extra", 1))
    case 2: members.shuffle(using: &generator)
    default: members = members.map { $0.0 == name ? ($0.0, changed($0.1)) : $0 }
    }
    return .object(JSONObject(members))
  }

  private mutating func changed(_ elements: [JSONValue]) -> JSONValue {
    var elements = elements
    let index = Int.random(in: 0..<elements.count, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: elements.remove(at: index)
    case 1: elements.append(elements[index])
    case 2: elements.shuffle(using: &generator)
    default: elements[index] = changed(elements[index])
    }
    return .array(elements)
  }

  private mutating func replaced(_ json: JSONValue) -> JSONValue {
    let pick = Int.random(in: 0..<6, using: &generator)
    switch json {
    case .integer(let number) where pick < 4:
      return [.integer(number &+ 1), .integer(number &- 1), .number(Double(number)), .integer(.max)][pick]
    case .string(let text) where pick < 4:
      return [.string(text + "1"), .string(String(text.dropLast())), "a1", "root"][pick]
    default:
      return [.null, 0, "x", [], [:], true][pick]
    }
  }
}
