import JSON
import Navigation
import Support

extension ActionRequest {
  /// Creates the request that performs the action for an answer.
  ///
  /// - Throws: `ActionError` if an expression fails, or if there is no answer and no action for that.
  convenience init(
    answering call: CallRow, _ reply: CallReply, with given: CallAnswer, in span: TraceSpan? = nil, _ app: App,
    _ draft: borrowing Draft
  ) throws(ActionError) {
    let action = try reply.action(for: given, of: call.screen, app, draft)
    self.init(answering: call, [action], sent: JSONValue.object(action.fields).bytes, in: span)
  }

  convenience init(answering call: CallRow, _ actions: [Action], sent: [UInt8], in span: TraceSpan? = nil) {
    self.init(actions: actions, sent: sent, origin: ChangeOrigin(actor: "call", span: span))
  }
}

extension CallReply {
  /// Reads a stored reply; a corrupted one is empty, and reported when the answer arrives.
  init(stored json: [UInt8]) {
    do throws(JSONError) {
      self.init(json: try JSONValue(parsing: json).objectValue ?? [:])
    } catch {
      self.init(json: [:])
    }
  }

  init(of call: WaitingCall) throws(ActionError) {
    do throws(CorruptSession) {
      self.init(json: try JSONValue(stored: call.reply, "the call \(call.key)").objectValue ?? [:])
    } catch {
      throw .invalid("not-an-action", error.detail)
    }
  }
}
