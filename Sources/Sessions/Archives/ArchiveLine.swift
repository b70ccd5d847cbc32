import JSON
import Navigation

/// A parsed line of an archive.
enum ArchiveLine {
  case header(SessionArchive.Header)
  case definition(JSONValue)
  case change(ArchivedChange)
  case timer(Timer)
  /// The last line: the number of the lines before it and their SHA-256.
  case end(lines: Int, sha256: String)

  /// An error in a line.
  struct Fault: Error {
    let detail: String
  }

  /// Parses a line. It must have the exact bytes of an export, so that exporting the imported session again gives the
  /// same archive.
  ///
  /// - Parameter number: The number of the line, from 1.
  init(parsing bytes: ArraySlice<UInt8>, number: Int) throws(Fault) {
    let json = try Self.object(bytes)
    if number == 1 {
      self = .header(try SessionArchive.Header(line: json.expanded))
    } else if let definition = json["definition"] {
      guard number >= 2 else { throw Fault(detail: "`definition` must be after the first line.") }
      try json.checkMembers(["definition"])
      self = .definition(definition.expanded)
    } else if let timer = json["timer"] {
      try json.checkMembers(["timer"])
      self = .timer(try Timer(archived: timer.expanded, in: "timer"))
    } else if json["sha256"] != nil {
      try json.checkMembers(["lines", "sha256"])
      self = .end(lines: try json.integer("lines", in: 0...UndoState.largest), sha256: try json.text("sha256"))
    } else {
      self = .change(try ArchivedChange(line: json))
    }
    try check(isWrittenAs: bytes)
  }

  /// Parses a line. A long one is kept as its text.
  static func object(_ bytes: ArraySlice<UInt8>) throws(Fault) -> JSONObject {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(keeping: bytes)
    } catch {
      throw Fault(detail: "The line is not valid JSON: \(error.message) (column \(error.column)).")
    }
    guard case .object(let object) = json else {
      throw Fault(detail: "A line must be a JSON object; it is \(json.kind).")
    }
    return object
  }

  private func check(isWrittenAs bytes: ArraySlice<UInt8>) throws(Fault) {
    if case .change(let change) = self, bytes.count > RawJSON.longestParsed, change.isWritten(as: bytes) { return }
    // A long line that differs is written as well, to find the place for the error.
    var json = JSONWriter(capacity: bytes.count + 1)
    write(to: &json)
    guard let (place, excerpt) = bytes.withUnsafeBytes({ json.difference(from: $0) }) else { return }
    throw Fault(detail: "The line is not as an export writes it: from column \(place + 1), an export has \(excerpt).")
  }

  /// Writes the line with its newline.
  func write(to json: inout JSONWriter) {
    switch self {
    case .header(let header): header.write(to: &json)
    case .definition(let definition): SessionArchive.write(definition: definition, to: &json)
    case .change(let change): change.write(to: &json)
    case .timer(let timer): timer.write(line: &json)
    case .end(let lines, let sha256): SessionArchive.write(end: lines, sha256: sha256, to: &json)
    }
  }
}

extension JSONWriter {
  /// Returns the first difference between a line, without its newline, and the written bytes; nil: none.
  fileprivate func difference(from line: UnsafeRawBufferPointer) -> (offset: Int, written: String)? {
    withBytes { written in
      let written = written.dropLast()
      if written.elementsEqual(line) { return nil }
      let offset = zip(written, line).prefix { $0 == $1 }.count
      let rest = written.dropFirst(offset).prefix(40)
      return (offset, rest.isEmpty ? "no more" : "`\(String(decoding: rest, as: UTF8.self))`")
    }
  }
}

extension ArchivedChange {
  /// Whether an export writes the change as this line. Compares the parts one by one, the long ones without writing them.
  fileprivate func isWritten(as line: ArraySlice<UInt8>) -> Bool {
    var (rest, isSame) = (line, true)
    func compare(_ json: inout JSONWriter) {
      isSame = isSame && json.withBytes { $0.starts(with: rest.prefix($0.count)) }
      rest = rest.dropFirst(json.count)
      json.truncate(to: 0)
    }
    var json = JSONWriter()
    write(to: &json) { json, value in
      guard let text = value.keptText else { return json.append(value: value) }
      compare(&json)
      isSame = isSame && rest.starts(with: text)
      rest = rest.dropFirst(text.count)
    }
    compare(&json)
    return isSame && rest.isEmpty
  }
}
