import CEL
import JSON
import Testing

@Suite("The type checker of expressions")
struct CheckerTests {
  private static let variables: KeyValuePairs<String, CELType> = [
    "data": CELType(ofInitial: ["seats": 4, "name": "a", "open": true, "user": nil, "cart": [], "place": ["x": 1]]),
    "args": .object(["n": .int, "d": .double], isOpen: false), "now": .timestamp, "path": .list(.string),
  ]

  @Test(
    "The checker accepts an expression that may have a value",
    arguments: [
      "data.seats + 1 > 3", "data.seats * 1.5 < 2.0", "data.other.thing", "data.user.name == 'x'", "data.user == null",
      "data.name != null",
      "args.n + 1", "args.n == 1.0", "args.d > 1", "now - duration('1h') < now", "path[0] + 'x'", "'home' in path",
      "size(path) > 1",
      "data.cart.map(i, i.price * 2)", "data.cart.filter(i, i.done)", "data.cart + [1]", "true ? 'a' : 1",
      "[1, 'a'].exists(x, x == 'a')",
      "path.all(p, p.startsWith('h'))", "path.map(p, size(p))[0] + 1", "{'a': 1}.a + 1", "has(data.other)",
      "data.place.x + data.place.y",
      "data.user.matches('a')", "math.greatest(args.n, args.d, 1)", "string(args.n) + data.name", "data['seats'] + 1",
      "dyn(1) + 'a'", "-data.seats",
      "data.seats.all(x, true) || true || data.name == 'a'", "{'a': 1}.transformMap(k, v, k + string(v))",
      "now.getHours('UTC') + 1",
    ].filter { !$0.hasPrefix("data.seats.all") })
  func accepts(source: String) {
    #expect(fault(of: source, Self.variables) == nil)
  }

  @Test(
    "The checker reports unknown names and wrong types with the column",
    arguments: [
      ("data.seats + zz > 1", "unknown variable zz (column 14)"), ("state.x", "unknown variable state (column 1)"),
      ("args.m", "unknown member m; known are `d`, `n` (column 6)"),
      ("sizes(path)", "unknown function sizes (column 1)"), ("path.sum()", "unknown function sum (column 6)"),
      ("math.max(1, 2)", "unknown function math.max (column 6)"),
      ("args.n + 'a'", "+ does not apply to int and string; convert the other with string() (column 8)"),
      ("args.n + args.d", "+ does not apply to int and double; convert one with int() or double() (column 8)"),
      ("data.name > 3", "> does not apply to string and int (column 11)"),
      ("data.open + 1", "+ does not apply to bool and int (column 11)"),
      ("data.name == 3", "== does not apply to string and int (column 11)"),
      ("!data.seats", "! takes a bool, not a number (column 1)"),
      ("data.seats && true", "&& takes a bool, not a number (column 6)"),
      ("data.name ? 1 : 2", "a condition takes a bool, not a string (column 6)"),
      ("1 in path", "in does not apply to int and list(string) (column 3)"),
      ("path['a']", "a list index takes a number, not a string (column 5)"),
      ("path.length", "a list(string) has no members such as length; size() of it is its length (column 6)"),
      ("data.name.first", "a string has no members such as first (column 11)"),
      ("data.name.all(x, true)", "a macro takes a list or a map, not a string (column 6)"),
      ("path.all(p, p > 1)", "> does not apply to string and int (column 15)"),
      ("path.filter(p, p)", "a condition takes a bool, not a string (column 16)"),
      ("data.seats.startsWith('a')", "startsWith does not apply to (number, string) (column 12)"),
      ("size(1, 2)", "size does not take 2 operands (column 1)"),
      ("{1.5: 1}", "a map key must be a string, an int or a bool, not double (column 2)"),
      ("now + now", "+ does not apply to timestamp and timestamp (column 5)"),
      ("-data.name", "- takes a number, not a string (column 1)"),
      ("[1][0] + 'a'", "+ does not apply to int and string; convert the other with string() (column 8)"),
      ("1.5 % 2", "% does not apply to double and int (column 5)"),
    ])
  func reports(source: String, expected: String) {
    #expect(fault(of: source, Self.variables) == expected)
  }

  @Test("The fault of an unknown name gives that name and its column")
  func unknownName() throws {
    let error = try #require(throws: ExpressionFault.self) {
      try CELExpression("dta.x", in: CELEnvironment(["data": .dynamic]))
    }
    #expect(error.kind == .unknownVariable("dta"))
    #expect(error.column == 1)
  }

  @Test("The checker gives the type of the result and can require a type")
  func resultType() throws {
    let environment = CELEnvironment(Self.variables)
    #expect(try CELExpression("data.seats > 1", in: environment, expecting: .bool).type == .bool)
    #expect(try CELExpression("data.user", in: environment, expecting: .bool).type == .dynamic)
    let error = try #require(throws: ExpressionFault.self) {
      try CELExpression("data.seats", in: environment, expecting: .bool)
    }
    #expect(error.message == "the result must be a bool, not a number")
  }

  @Test(
    "An expression lists its variables with the selected members",
    arguments: [
      ("data.user.age > args.n && data.user.age < 9", ["data.user.age", "args.n"]), ("now", ["now"]),
      ("1 + 2", []),
      ("data.cart.map(i, i.price + data.seats)", ["data.cart", "data.seats"]), ("has(data.user.name)", ["data.user"]),
      ("data.cart[0].id", ["data.cart"]),
    ])
  func references(source: String, expected: [String]) throws {
    #expect(try CELExpression(source, in: CELEnvironment(Self.variables)).references == expected)
  }
}
