import Testing

@Suite("Math functions")
struct MathTests {
  @Test(
    "Math functions return the correct results",
    arguments: [
      ("math.greatest(1, 2.5, 2)", "double 2.5"), ("math.greatest([3, 7, 5])", "int 7"), ("math.least(-1)", "int -1"),
      ("math.least(1, 1.0)", "int 1"),
      ("math.greatest(9223372036854775807, 9223372036854775806)", "int 9223372036854775807"),
      ("math.ceil(-1.2)", "double -1.0"), ("math.floor(-1.2)", "double -2.0"), ("math.round(-1.5)", "double -2.0"),
      ("math.round(2.5)", "double 3.0"), ("math.trunc(-1.9)", "double -1.0"), ("math.abs(-5)", "int 5"),
      ("math.abs(-1.5)", "double 1.5"),
      ("math.sign(-3)", "int -1"), ("math.sign(-0.0)", "double 0.0"), ("math.sqrt(16)", "double 4.0"),
      ("math.sqrt(-1.0)", "double \"NaN\""),
      ("math.isNaN(0.0 / 0.0)", "bool true"), ("math.isInf(1.0 / 0.0)", "bool true"),
      ("math.isFinite(1.5)", "bool true"),
      ("math.bitAnd(6, 3)", "int 2"), ("math.bitOr(4, -2)", "int -2"), ("math.bitXor(4, -2)", "int -6"),
      ("math.bitNot(1)", "int -2"),
      ("math.bitShiftLeft(1, 4)", "int 16"), ("math.bitShiftLeft(-1, 200)", "int 0"),
      ("math.bitShiftRight(-8, 1)", "int 9223372036854775804"),
      ("math.bitShiftRight(1024, 64)", "int 0"),
    ])
  func values(source: String, expected: String) {
    #expect(result(of: source) == expected)
  }

  @Test(
    "Math functions fail for wrong types and for results that do not fit",
    arguments: [
      ("math.ceil(1)", "math.ceil does not apply to (int)"),
      ("math.abs(-9223372036854775808)", "the result exceeds 64 bits"),
      ("math.greatest([])", "math.greatest needs at least one number"),
      ("math.greatest(1, 'a')", "math.greatest does not apply to (string)"),
      ("math.bitShiftLeft(1, -1)", "the number of bits to shift by is negative"),
      ("math.isNaN(1)", "math.isNaN does not apply to (int)"),
    ])
  func failures(source: String, expected: String) {
    #expect(result(of: source).hasPrefix(expected))
  }
}
