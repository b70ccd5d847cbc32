import HTTP
import JSON
import Sessions

/// What of a revision somebody wants to hear, and how it is written for an event stream.
///
/// The form is that of server-sent events (HTML Standard §9.2): lines, and an empty one after each event.
enum EventView: Int, Sendable {
  /// What was done, and the session as it is then.
  case full
  /// What was done.
  case minimal
  /// Outputs only, each an event of its own.
  case outputs

  /// The event as it is sent, made once however many get it.
  func chunk(of event: SessionEvent) -> SharedChunk {
    event.form(for: rawValue) { SharedChunk(self == .outputs ? outputs(of: event, after: 0) : change(event)) }
  }

  private func change(_ event: SessionEvent) -> [UInt8] {
    var text = JSONWriter(capacity: 160 + event.action.count + event.outputs.count + (event.session?.count ?? 0))
    text.append("id: ")
    text.append(integer: event.revision)
    text.append("\nevent: change\ndata: {\"revision\":")
    text.append(integer: event.revision)
    text.append(",\"action\":")
    text.append(raw: event.action.onOneLine)
    text.append(",\"outputs\":")
    text.append(raw: event.outputs)
    if let refused = event.refused {
      text.append(",\"refused\":")
      text.append(raw: refused)
    }
    if self == .full, let session = event.session {
      text.append(",\"session\":")
      text.append(raw: session)
    }
    text.append("}\n\n")
    return text.bytes
  }

  /// - Parameter seq: Outputs up to this one are left out.
  func outputs(of event: SessionEvent, after seq: Int) -> [UInt8] {
    // Nearly every event has none.
    guard event.outputs.count > 2 else { return [] }
    var text = JSONWriter(capacity: 64 + event.outputs.count)
    for output in event.outputList where output.seq > seq {
      text.append("id: ")
      text.append(integer: output.seq)
      text.append("\nevent: output\ndata: {\"seq\":")
      text.append(integer: output.seq)
      text.append(",\"revision\":")
      text.append(integer: event.revision)
      text.append(",\"at\":")
      text.append(timestamp: event.at)
      text.append(",\"name\":")
      text.append(string: output.name)
      text.append(",\"value\":")
      text.append(value: output.value)
      text.append("}\n\n")
    }
    return text.bytes
  }

  static func snapshot(_ session: [UInt8], revision: Int) -> SharedChunk {
    var text = JSONWriter(capacity: 64 + session.count)
    text.append("id: ")
    text.append(integer: revision)
    text.append("\nevent: snapshot\ndata: ")
    text.append(raw: session)
    text.append("\n\n")
    return SharedChunk(text.bytes)
  }

  /// Without an id: a client that comes back is not told of it again.
  static func refused(_ refusal: RefusedAction) -> SharedChunk {
    let problem = Problem(refusal.refused)
    var text = JSONWriter(capacity: 256 + refusal.action.count)
    text.append("event: refused\ndata: {\"revision\":")
    text.append(integer: refusal.revision)
    text.append(",\"at\":")
    text.append(timestamp: refusal.at)
    text.append(",\"action\":")
    text.append(raw: refusal.action.onOneLine)
    text.append(",\"actor\":")
    text.append(value: refusal.actor.map(JSONValue.string) ?? .null)
    text.append(",\"problem\":{\"code\":")
    text.append(string: problem.code)
    text.append(",\"status\":")
    text.append(integer: problem.status)
    text.append(",\"detail\":")
    text.append(string: problem.detail)
    text.append("}}\n\n")
    return SharedChunk(text.bytes)
  }

  /// What was asked for is not kept any more: a snapshot follows.
  static func reset(to revision: Int) -> SharedChunk {
    SharedChunk(Array("event: reset\ndata: {\"revision\":\(revision)}\n\n".utf8))
  }

  static let closed = SharedChunk(Array("event: closed\ndata: {}\n\n".utf8))

  /// When the server stops: come back in a second, there may be another one.
  static let finalChunk = SharedChunk(Array("retry: 1000\n\n".utf8))
}

extension SessionEvent {
  /// The outputs, read from what the journal holds.
  fileprivate var outputList: [(seq: Int, name: String, value: JSONValue)] {
    let list: JSONValue
    do throws(JSONError) {
      list = try JSONValue(parsing: outputs, maximumDepth: 128, roundingNumbers: true)
    } catch {
      // A backlog of events checks what it reads; what is committed meanwhile was written by this process.
      return []
    }
    return (list.arrayValue ?? []).map { output in
      (Int(output["seq"]?.integerValue ?? 0), output["name"]?.stringValue ?? "", output["value"] ?? .null)
    }
  }
}

extension [UInt8] {
  /// JSON without line ends, which stand between its tokens only and would end a line of the event.
  fileprivate var onOneLine: [UInt8] {
    contains { $0 == 0x0A || $0 == 0x0D } ? map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : self
  }
}
