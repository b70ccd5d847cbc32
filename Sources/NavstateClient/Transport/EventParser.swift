import Foundation
import JSON

/// A parser of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream),
/// fed with parts of a stream of any size.
struct EventParser {
  private var line: [UInt8] = []
  private var endsInReturn = false
  private var event = ServerEvent()

  /// Takes the next part, and returns the events that it completes.
  mutating func events(in part: Data) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in part {
      // A line ends in CR, LF or both.
      if byte == 0x0A, endsInReturn {
        endsInReturn = false
        continue
      }
      endsInReturn = byte == 0x0D
      if byte == 0x0A || byte == 0x0D {
        if let complete = endLine() { events.append(complete) }
      } else {
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> ServerEvent? {
    defer { line = [] }
    guard line.isEmpty else {
      read(line)
      return nil
    }
    defer { event = ServerEvent() }
    // The standard dispatches no event without data, such as one that consists of a comment.
    return event.data.isEmpty ? nil : event
  }

  private mutating func read(_ line: [UInt8]) {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": event.name = String(decoding: value, as: UTF8.self)
    case "data": event.data += (event.data.isEmpty ? [] : [0x0A]) + value
    // A comment has an empty name. The id is not needed, since the data have the revision.
    default: break
    }
  }
}

/// A server-sent event.
struct ServerEvent: Equatable {
  var name = "message"
  var data: [UInt8] = []

  /// The data as JSON.
  var json: JSONValue {
    get throws(JSONError) { try JSONValue(parsing: data, maximumDepth: 2_048) }
  }
}
