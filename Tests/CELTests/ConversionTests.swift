import Testing

@Suite("Conversion functions")
struct ConversionTests {
  @Test(
    "A conversion gives the corresponding value of the other type",
    arguments: [
      ("int(1.9)", "int 1"), ("int(-7.9)", "int -7"), ("int('987')", "int 987"),
      ("int(timestamp('2004-09-16T23:59:59Z'))", "int 1095379199"),
      ("double(1)", "double 1.0"), ("double('-84.32e7')", "double -843200000.0"), ("double('NaN')", "double \"NaN\""),
      ("string(1)", "string \"1\""), ("string(1.0)", "string \"1\""), ("string(1e6)", "string \"1000000\""),
      ("string(1e20)", "string \"100000000000000000000\""), ("string(1.5e17)", "string \"150000000000000000\""),
      ("string(1e21)", "string \"1e+21\""), ("string(-4.5e-3)", "string \"-0.0045\""),
      ("string(true)", "string \"true\""),
      ("string(duration('90m'))", "string \"5400s\""), ("string(timestamp(0))", "string \"1970-01-01T00:00:00Z\""),
      ("bool('t')", "bool true"), ("bool('False')", "bool false"), ("size('πέντε')", "int 5"), ("'🐱😀'.size()", "int 2"),
      ("size({1: 2})", "int 1"), ("[1, 2].size()", "int 2"), ("type('a')", "type \"string\""), ("dyn(1)", "int 1"),
      ("timestamp(1)", "timestamp \"1970-01-01T00:00:01Z\""),
    ])
  func values(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "A conversion of a value without a counterpart is an error",
    arguments: [
      ("int(9223372036854775807.0)", "the integer is out of range (column 1)"),
      ("int(double('NaN'))", "the integer is out of range (column 1)"),
      ("int('1.5')", "the string is not an integer of 64 bits (column 1)"),
      ("double('0x1p3')", "the string is not a number (column 1)"),
      ("bool('TrUe')", "the string is not a bool; use true or false (column 1)"),
      ("string([1])", "string does not apply to (list) (column 1)"),
      ("size(1)", "size does not apply to (int) (column 1)"), ("int(true)", "int does not apply to (bool) (column 1)"),
      ("timestamp(253402300800)", "the timestamp is out of range (column 1)"),
      ("duration('1x')", "the string is not a duration such as 1h30m or 1.5s, or it exceeds 292 years (column 1)"),
    ])
  func failures(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }
}
