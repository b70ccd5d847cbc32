import Testing

@Suite("The function format")
struct FormatTests {
  @Test(
    "The function `format` writes each value according to its clause",
    arguments: [
      ("'%s has %d items, %%'.format(['cart', 3])", "cart has 3 items, %"),
      ("'%s'.format([[1, 'a', null, 1.5]])", "[1, a, null, 1.5]"),
      ("'%s'.format([{'b': 1, 'a': [true], 3: 'x'}])", "{3: x, a: [true], b: 1}"),
      ("'%s'.format([duration('1h')])", "3600s"),
      ("'%s'.format([int])", "int"), ("'%.3f'.format([1.2345])", "1.234"), ("'%.0f'.format([2.5])", "2"),
      ("'%.0f'.format([3.5])", "4"),
      ("'%.2f'.format([999.999])", "1000.00"), ("'%f'.format([0.0])", "0.000000"), ("'%.1f'.format([0.05])", "0.1"),
      ("'%.3f'.format([-1e-9])", "-0.000"), ("'%f'.format([3])", "3.000000"),
      ("'%.20f'.format([0.1])", "0.10000000000000000555"),
      ("'%.2e'.format([5e-324])", "4.94e-324"), ("'%e'.format([1052.032911275])", "1.052033e+03"),
      ("'%.0e'.format([95.0])", "1e+02"),
      ("'%.1f'.format([1e22])", "10000000000000000000000.0"), ("'%b %b'.format([5, -5])", "101 -101"),
      ("'%b'.format([true])", "1"),
      ("'%o'.format([11])", "13"), ("'%x %X'.format([30, 'Hé'])", "1e 48C3A9"), ("'%d'.format([double('NaN')])", "NaN"),
    ])
  func values(source: String, expected: String) {
    #expect(result(of: source) == "string \"\(expected)\"")
  }

  @Test(
    "A wrong clause or value of `format` is an error",
    arguments: [
      ("'%a'.format([1])", "unknown format %a; use %s, %d, %f, %e, %b, %x, %X, %o or %%"),
      ("'%'.format([])", "the format ends after %; a percent sign itself is %%"),
      ("'%d %d'.format([1])", "the format needs more than the 1 values of the list"),
      ("'%d'.format(['a'])", "%d takes a number, not string"),
      ("'%x'.format([1.5])", "%x takes an int or a string, not double"),
      ("'%f'.format([null])", "%f takes a number, not null"),
      ("'%.101f'.format([1.0])", "the precision of a format must be 0 to 100"),
    ])
  func failures(source: String, expected: String) {
    #expect(result(of: source).hasPrefix(expected))
  }
}
