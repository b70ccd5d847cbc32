import HTTP
import JSON
import Sessions

/// The level of detail of an app's event stream, and the encoding of its events.
///
/// The format is server-sent events (HTML Standard §9.2): lines, with an empty line after each event.
enum AppEventView: String, Sendable {
  /// The action, the actor and the time besides the outputs.
  case full
  /// The outputs only.
  case minimal

  /// The encoded events; nil: there are none. They are encoded once and shared by all subscribers.
  func chunk(of events: [AppEvent]) -> SharedChunk? {
    guard !events.isEmpty else { return nil }
    var text = JSONWriter(capacity: events.count * (self == .full ? 384 : 160))
    for event in events { append(event, to: &text) }
    return SharedChunk(text.bytes)
  }

  private func append(_ event: AppEvent, to text: inout JSONWriter) {
    text.append("id: ", integer: event.cursor)
    switch event.content {
    case .created(let origin):
      text.append("\nevent: created\ndata: ")
      text.append(subjectOf: event)
      text.append(timeOf: event)
      if self == .full { text.append(origin: origin) }
    case .changed(let change):
      text.append("\nevent: change\ndata: ")
      text.append(subjectOf: event)
      append(change, of: event, to: &text)
    case .deleted(let revision):
      text.append("\nevent: deleted\ndata: ")
      text.append(subjectOf: event)
      text.append(",\"revision\":", integer: revision)
      text.append(timeOf: event)
    }
    text.append("}\n\n")
  }

  private func append(_ change: AppChange, of event: AppEvent, to text: inout JSONWriter) {
    text.append(",\"revision\":", integer: change.revision)
    if self == .full {
      text.append(timeOf: event)
      text.append(",\"actor\":", value: .optional(change.origin.actor))
      text.append(origin: change.origin)
      text.append(",\"action\":", raw: change.action?.onOneLine ?? Self.null)
    }
    text.append(",\"outputs\":", raw: change.outputs ?? Self.null)
    if let refused = change.refused { text.append(",\"refused\":", raw: StoredRefusal.shown(refused, toBackend: true)) }
  }

  private static let null = Array("null".utf8)

  /// The event that names a cursor and nothing else.
  static func cursor(_ cursor: Int64) -> SharedChunk {
    SharedChunk(Array("id: \(cursor)\nevent: cursor\ndata: {}\n\n".utf8))
  }

  /// The event for missed events that are no longer available. Those after the cursor follow.
  static func reset(to cursor: Int64) -> SharedChunk {
    SharedChunk(Array("id: \(cursor)\nevent: reset\ndata: {}\n\n".utf8))
  }
}

extension JSONWriter {
  fileprivate mutating func append(subjectOf event: AppEvent) {
    append("{\"session\":", string: event.session.text)
    if let key = event.key { append(",\"key\":", string: key) }
  }

  fileprivate mutating func append(timeOf event: AppEvent) {
    append(",\"at\":", timestamp: event.at)
  }
}
