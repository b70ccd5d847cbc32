import HTTP
import JSON
import Sessions

/// The level of detail of an event stream, and the encoding of its events.
///
/// The format is server-sent events (HTML Standard §9.2): lines, with an empty line after each event.
enum EventView: Int, Sendable {
  /// The action, and the session after it.
  case full
  /// The action only.
  case minimal
  /// Outputs only, each as a separate event.
  case outputs
  /// The plan, and the data and the app's version if they changed.
  case plan

  /// The encoded event. It is encoded once and shared by all listeners, those of a backend and those of clients.
  func chunk(of event: SessionEvent, toBackend: Bool) -> SharedChunk {
    // Backends see the explanation of a refusal. The negative numbers keep their form apart from that of clients.
    event.form(for: event.refused != nil && toBackend ? -1 - rawValue : rawValue) {
      switch self {
      case .outputs: SharedChunk(outputs(of: event, after: 0))
      case .plan: SharedChunk(transition(event, toBackend: toBackend))
      case .full, .minimal: SharedChunk(change(event, toBackend: toBackend))
      }
    }
  }

  private func transition(_ event: SessionEvent, toBackend: Bool) -> [UInt8] {
    guard let transition = event.transition else { preconditionFailure("the event was made without its plan") }
    let size = 160 + event.outputs.count + transition.plan.count + (transition.data?.count ?? 0)
    var text = JSONWriter(capacity: size)
    text.append("id: ", integer: event.revision)
    text.append("\nevent: change\ndata: {\"revision\":", integer: event.revision)
    text.append(",\"plan\":", raw: transition.plan)
    text.append(origin: event.origin)
    text.append(",\"outputs\":", raw: event.outputs)
    if let data = transition.data { text.append(",\"data\":", raw: data) }
    if let version = transition.appVersion { text.append(",\"appVersion\":", integer: version) }
    if let refused = event.refused {
      text.append(",\"refused\":", raw: StoredRefusal.shown(refused, toBackend: toBackend))
    }
    if event.isImported { text.append(",\"imported\":true") }
    text.append("}\n\n")
    return text.bytes
  }

  private func change(_ event: SessionEvent, toBackend: Bool) -> [UInt8] {
    var text = JSONWriter(capacity: 160 + event.action.count + event.outputs.count + (event.session?.count ?? 0))
    text.append("id: ", integer: event.revision)
    text.append("\nevent: change\ndata: {\"revision\":", integer: event.revision)
    text.append(",\"action\":", raw: event.action.onOneLine)
    text.append(origin: event.origin)
    text.append(",\"outputs\":", raw: event.outputs)
    if let refused = event.refused {
      text.append(",\"refused\":", raw: StoredRefusal.shown(refused, toBackend: toBackend))
    }
    if event.isImported { text.append(",\"imported\":true") }
    if self == .full, let session = event.session { text.append(",\"session\":", raw: session) }
    text.append("}\n\n")
    return text.bytes
  }

  /// - Parameter seq: The last output to leave out.
  func outputs(of event: SessionEvent, after seq: Int) -> [UInt8] {
    guard event.hasOutputs else { return [] }
    var text = JSONWriter(capacity: 64 + event.outputs.count)
    for output in event.outputList where output.seq > seq {
      text.append("id: ", integer: output.seq)
      text.append("\nevent: output\ndata: {\"seq\":", integer: output.seq)
      text.append(",\"revision\":", integer: event.revision)
      text.append(",\"at\":", timestamp: event.at)
      text.append(origin: event.origin)
      text.append(",\"name\":", string: output.name)
      text.append(",\"value\":", value: output.value)
      if event.isImported { text.append(",\"imported\":true") }
      text.append("}\n\n")
    }
    return text.bytes
  }

  static func snapshot(_ session: [UInt8], revision: Int) -> SharedChunk {
    var text = JSONWriter(capacity: 64 + session.count)
    text.append("id: ", integer: revision)
    text.append("\nevent: snapshot\ndata: ", raw: session)
    text.append("\n\n")
    return SharedChunk(text.bytes)
  }

  /// The event for a refused action. It has no id, so it is not repeated after a reconnect.
  static func refused(_ refusal: RefusalEvent, toBackend: Bool) -> SharedChunk {
    let problem = Problem(refusal.refused, isExplained: toBackend)
    var text = JSONWriter(capacity: 256 + refusal.action.count)
    text.append("event: refused\ndata: {\"revision\":", integer: refusal.revision)
    text.append(",\"at\":", timestamp: refusal.at)
    text.append(",\"action\":", raw: refusal.action.onOneLine)
    text.append(",\"actor\":", value: .optional(refusal.origin.actor))
    text.append(origin: refusal.origin)
    text.append(",\"problem\":{\"code\":", string: problem.code)
    text.append(",\"status\":", integer: problem.status)
    text.append(",\"detail\":", string: problem.detail)
    text.append("}}\n\n")
    return SharedChunk(text.bytes)
  }

  /// The event for a revision that another device has drawn. It has no id, so it is not repeated after a reconnect.
  static func shown(_ report: ShownReport) -> SharedChunk {
    var text = JSONWriter(capacity: 128)
    text.append("event: shown\ndata: ")
    text.append(report)
    text.append("\n\n")
    return SharedChunk(text.bytes)
  }

  /// The event for a replay that is no longer available. A snapshot follows.
  static func reset(to revision: Int) -> SharedChunk {
    SharedChunk(Array("event: reset\ndata: {\"revision\":\(revision)}\n\n".utf8))
  }

  /// The first chunk: a comment.
  static let opening = SharedChunk(Array(": \n\n".utf8))

  static let closed = SharedChunk(Array("event: closed\ndata: {}\n\n".utf8))

  /// The last chunk at shutdown: asks the client to reconnect after one second, possibly to another server.
  static let finalChunk = SharedChunk(Array("retry: 1000\n\n".utf8))
}

extension SessionEvent {
  /// The outputs, parsed from the journal's JSON.
  fileprivate var outputList: [(seq: Int, name: String, value: JSONValue)] {
    let list: JSONValue
    do throws(JSONError) {
      list = try JSONValue(parsing: outputs, maximumDepth: 128, roundingNumbers: true)
    } catch {
      // A replay validates the events it reads, and live events were written by this process.
      return []
    }
    return (list.arrayValue ?? []).map { output in
      (Int(output["seq"]?.integerValue ?? 0), output["name"]?.stringValue ?? "", output["value"] ?? .null)
    }
  }
}

extension [UInt8] {
  /// The JSON with line breaks replaced by spaces. They occur only between tokens, and would end the event's line.
  var onOneLine: [UInt8] {
    contains { $0 == 0x0A || $0 == 0x0D } ? map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : self
  }
}
