/// A session as JSON, cached: a whole array, or the part of a receipt that ends before its last byte.
struct EncodedSession: Sendable {
  private let bytes: [UInt8]
  /// 0: the array is the session.
  private let start: Int

  init(_ session: [UInt8]) {
    (bytes, start) = (session, 0)
  }

  /// The session at the end of a receipt, whose storage is shared.
  init(in receipt: [UInt8], from start: Int) {
    (bytes, self.start) = (receipt, start)
  }

  var count: Int { start == 0 ? bytes.count : bytes.count - 1 - start }

  /// The JSON, without a copy.
  var slice: ArraySlice<UInt8> { bytes[start..<start + count] }

  /// The JSON, copied from a receipt.
  var array: [UInt8] { start == 0 ? bytes : Array(slice) }
}
