import JSON
import Testing

@Suite("Access to members, elements and keys")
struct AccessTests {
  private let variables: JSONObject = [
    "data": ["cart": ["total": 12, "items": [["id": 1], ["id": 2]]], "a.b": true, "none": nil], "a.b": ["c": 1],
    "x": 1.0,
  ]

  @Test(
    "Present members, elements and keys are found",
    arguments: [
      ("data.cart.total", "int 12"), ("data.cart.items[1].id", "int 2"), ("data['cart']['total']", "int 12"),
      ("data.`a.b`", "bool true"), ("data.none", "null null"), ("data.cart.items[dyn(0.0)]", "map {\"id\":1}"),
      ("x", "double 1.0"),
      ("{1: 'a', true: 'b'}[1.0]", "string \"a\""), ("a.b.c", "int 1"), (".x", "double 1.0"),
      ("data.cart.items", "list [{\"id\":1},{\"id\":2}]"), ("size(data)", "int 3"), ("'cart' in data", "bool true"),
    ])
  func found(source: String, expected: String) {
    #expect(result(of: source, variables) == expected)
  }

  @Test(
    "Access to a missing or invalid member, element or key is an error with its column",
    arguments: [
      ("data.cart.sum", "no such key: sum (column 11)"),
      ("data.none.x", "a value of type null has no field x (column 11)"),
      ("data.cart.items[2]", "index 2 is out of range; the size is 2 (column 16)"),
      ("data.cart.items[-1]", "index -1 is out of range; the size is 2 (column 16)"),
      ("data.cart.items['a']", "a list index must be an int, not string (column 16)"),
      ("data[null]", "a map key must be a string, an int or a bool, not null (column 5)"),
      ("data['x']", "no such key: x (column 5)"), ("nothing", "unknown variable nothing (column 1)"),
      ("{'a': 1, 'a': 2}", "the key a is repeated (column 1)"),
      ("{1.5: 1}", "a map key must be a string, an int or a bool, not double (column 1)"),
    ])
  func missing(source: String, expected: String) {
    #expect(result(of: source, variables) == expected)
  }

  @Test("The macro `has` tests the presence of a member")
  func has() {
    #expect(result(of: "has(data.cart.total)", variables) == "bool true")
    #expect(result(of: "has(data.cart.sum)", variables) == "bool false")
    #expect(result(of: "has(data.none)", variables) == "bool true")
    #expect(result(of: "has(data.sum.total)", variables) == "no such key: sum (column 10)")
  }
}
