/// The members of a list field, split at commas outside quoted strings. Empty members are skipped.
package struct FieldMembers: Sequence, IteratorProtocol {
  private let name: StaticString
  private let head: [UInt8]
  private let fields: [Request.FieldRange]
  private var nextField = 0
  private var rest: ArraySlice<UInt8> = []

  init(of name: StaticString, in request: Request) {
    self.name = name
    head = request.head
    fields = request.fieldNames.mayContain(name) ? request.fields : []
  }

  /// The next member, without surrounding whitespace.
  package mutating func next() -> ArraySlice<UInt8>? {
    while true {
      while rest.isEmpty {
        guard nextField < fields.count else { return nil }
        let field = fields[nextField]
        nextField += 1
        if head.span.matches(name, in: field.name) { rest = head[field.value] }
      }
      let member = nextMember().trimmingWhitespace()
      if !member.isEmpty { return member }
    }
  }

  private mutating func nextMember() -> ArraySlice<UInt8> {
    var (isQuoted, isEscaped) = (false, false)
    for index in rest.indices {
      let byte = rest[index]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\\"), isQuoted {
        isEscaped = true
      } else if byte == UInt8(ascii: ","), !isQuoted {
        defer { rest = rest[(index + 1)...] }
        return rest[..<index]
      }
    }
    defer { rest = rest.suffix(0) }
    return rest
  }
}
