/// A response as received by a client, reduced to the parts that the server determines.
struct ReceivedAnswer: Equatable, CustomStringConvertible {
  var status: Int
  var body = ""
  /// The value of `Connection`, if present.
  var connection: String?

  static func ok(_ body: String, connection: String? = nil) -> ReceivedAnswer {
    ReceivedAnswer(status: 200, body: body, connection: connection)
  }

  /// `100 Continue`, which has no fields.
  static let continue100 = ReceivedAnswer(status: 100)

  var description: String { "\(status) \(body) \(connection ?? "-")" }
}

extension ReceivedAnswer {
  /// Removes a complete response from the front of `bytes`; returns nil if it is incomplete.
  static func popFirst(from bytes: inout ArraySlice<UInt8>, forHead: Bool = false) -> ReceivedAnswer? {
    guard let end = bytes.endOfHead else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = parts[1].trimmingPrefix { $0 == " " }.description
    }
    guard let status = Int(lines[0].split(separator: " ")[1]) else { return nil }
    let length = forHead ? 0 : Int(fields["content-length"] ?? "0") ?? 0
    guard bytes.endIndex >= end + length else { return nil }
    let body = String(decoding: bytes[end..<end + length], as: UTF8.self)
    bytes = bytes[(end + length)...]
    return ReceivedAnswer(status: status, body: body, connection: fields["connection"])
  }

  static func all(in bytes: [UInt8]) -> [ReceivedAnswer] {
    var rest = bytes[...]
    var answers: [ReceivedAnswer] = []
    while let answer = popFirst(from: &rest) { answers.append(answer) }
    return answers
  }
}

extension ArraySlice<UInt8> {
  /// The index after the empty line.
  fileprivate var endOfHead: Int? {
    indices.first { index in
      index + 4 <= endIndex && self[index] == 13 && self[index + 1] == 10 && self[index + 2] == 13
        && self[index + 3] == 10
    }
    .map { $0 + 4 }
  }
}
