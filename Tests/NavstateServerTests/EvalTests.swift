import Foundation
import Testing

@Suite("The eval command")
struct EvalTests {
  @Test(
    "`navstate eval` prints the type and the value of an expression",
    arguments: [
      ("1 + 1", #"{"type":"int","value":"2"}"#), ("1.0 / 0.0", #"{"type":"double","value":"Infinity"}"#),
      ("[1, 2.0, null]", #"{"type":"list","value":[1,2.0,null]}"#), ("-1", #"{"type":"int","value":"-1"}"#),
      ("duration('90s')", #"{"type":"duration","value":"90s"}"#), ("null", #"{"type":"null","value":null}"#),
    ])
  func values(expression: String, expected: String) throws {
    let ending = try BuiltProgram.run("eval", expression)
    #expect(ending == .init(status: 0, output: expected + "\n", errors: ""))
  }

  @Test("`navstate eval` prints an error with its column and ends with status 1")
  func errors() throws {
    let error = #"{"error":"division by zero","column":3}"#
    #expect(try BuiltProgram.run("eval", "1 / 0") == .init(status: 1, output: error + "\n", errors: ""))
    #expect(try BuiltProgram.run("eval", "1 +").status == 1)
  }

  @Test("`navstate eval` reads variables from a file or standard input")
  func bindings() throws {
    let variables = #"{"data": {"n": 2}}"#
    let expected = #"{"type":"int","value":"3"}"# + "\n"
    #expect(try BuiltProgram.run("eval", "data.n + 1", "--bindings", "-", input: variables).output == expected)
    try withFolder { folder in
      try Data(variables.utf8).write(to: URL(filePath: folder + "/data.json"))
      #expect(try BuiltProgram.run("eval", "--bindings=\(folder)/data.json", "data.n + 1").output == expected)
    }
  }

  @Test("`navstate eval --lines` answers each line of standard input with a line")
  func lines() throws {
    let input = """
      {"expr": "x + 1", "bindings": {"x": 1}}
      {"expr": "x"}
      {"expr": 1}
      nothing

      """
    let ending = try BuiltProgram.run("eval", "--lines", input: input)
    let lines = ending.output.split(separator: "\n")
    #expect(ending.status == 0)
    #expect(lines.count == 4)
    #expect(lines[0] == #"{"type":"int","value":"2"}"#)
    #expect(lines[1] == #"{"error":"unknown variable x","column":1}"#)
    #expect(lines[2] == #"{"error":"\"expr\" must be a string"}"#)
    #expect(lines[3].hasPrefix(#"{"error":"not JSON: "#))
  }

  @Test(
    "`navstate eval` ends with status 2 on invalid arguments",
    arguments: [
      ["eval"], ["eval", "1", "2"], ["eval", "1", "--bindings"], ["eval", "1", "--bindings", "/nonexistent"],
      ["eval", "--lines", "1"], ["eval", "--binding", "x"],
    ])
  func usage(arguments: [String]) throws {
    let ending = try BuiltProgram.run(arguments: arguments)
    #expect(ending.status == 2)
    #expect(ending.complaint != nil)
  }
}
