import CEL
import JSON

// Schemas of apps in Swift. They have the same JSON as those of app definitions.
extension ValueSchema {
  /// An integer in a range.
  public static func integer(in range: ClosedRange<Double>) -> ValueSchema { number(.integer, range) }

  /// A number in a range.
  public static func number(in range: ClosedRange<Double>) -> ValueSchema { number(.number, range) }

  private static func number(_ kind: Param.Kind, _ range: ClosedRange<Double>) -> ValueSchema {
    ValueSchema(
      json(kind, ["minimum": .short(range.lowerBound), "maximum": .short(range.upperBound)]), kind,
      [.minimum(range.lowerBound, isExclusive: false), .maximum(range.upperBound, isExclusive: false)])
  }

  /// A text.
  ///
  /// - Parameters:
  ///   - length: The numbers of characters (Unicode scalars) that it can have.
  ///   - pattern: A regular expression (RE2) of which it contains a match.
  /// - Precondition: The pattern is valid.
  public static func string(length: ClosedRange<Int>? = nil, pattern: String? = nil) -> ValueSchema {
    var (members, constraints) = (JSONObject(), [Constraint]())
    if let length {
      members["minLength"] = .integer(Int64(length.lowerBound))
      members["maxLength"] = .integer(Int64(length.upperBound))
      constraints += [.shortest(length.lowerBound), .longest(length.upperBound)]
    }
    if let pattern {
      members["pattern"] = .string(pattern)
      constraints.append(.pattern(pattern, compiled(pattern)))
    }
    return ValueSchema(json(.string, members), .string, constraints)
  }

  private static func compiled(_ pattern: String) -> RegularExpression {
    do throws(RegularExpressionFault) {
      return try RegularExpression(pattern)
    } catch {
      preconditionFailure("The pattern `\(pattern)` of a schema is no regular expression: \(error)")
    }
  }

  /// One of some values.
  public static func oneOf(_ values: [JSONValue]) -> ValueSchema {
    let kind = Param.Kind.allCases.first { kind in values.allSatisfy(kind.accepts) } ?? .any
    return ValueSchema(json(kind, ["enum": .array(values)]), kind, [.among(values)])
  }

  /// A list whose items fit a schema.
  public static func array(of item: ValueSchema) -> ValueSchema {
    ValueSchema(json(.array, ["items": .object(item.json)]), .array, [], items: item)
  }

  /// An object whose members, if they are there, fit schemas.
  ///
  /// - Parameter required: The members that have to be there.
  public static func object(
    _ members: KeyValuePairs<String, ValueSchema>, required: [String] = []
  ) -> ValueSchema {
    let properties = JSONObject(members.map { ($0.key, .object($0.value.json)) })
    var rest: JSONObject = ["properties": .object(properties)]
    if !required.isEmpty { rest["required"] = .array(required.map(JSONValue.string)) }
    return ValueSchema(
      json(.object, rest), .object, required.map(Constraint.required), members: members.map { ($0.key, $0.value) })
  }

  private static func json(_ kind: Param.Kind, _ rest: JSONObject) -> JSONObject {
    var json: JSONObject = kind == .any ? [:] : ["type": .string(kind.rawValue)]
    json.merge(rest)
    return json
  }
}
