import JSON
import Navigation

extension ActionRequest {
  /// Runs the reducers for all actions of the request on the draft.
  func reduce(
    _ draft: inout Draft, by app: App, _ limits: SessionLimits, from sender: App.Origin? = nil
  ) throws(Refused) {
    let origin = sender ?? (isFromBackend ? .backend : .client)
    let size = draft.tree.size
    for (index, action) in actions.enumerated() {
      do throws(Refused) {
        try app.reduce(action, &draft, from: origin)
      } catch {
        if origin != .server, let fault = invalidity(in: draft.tree, by: app, ifNotBy: error) { throw fault }
        throw isBatch ? error.moved(inBatchAt: index) : error
      }
    }
    if draft.cancelsOut(from: size) { draft.rollBack() }
    try draft.checkOutputs(limits)
    try draft.check(limits, formerSize: size)
  }

  /// Returns the error that a refused request has in any state, if any. It takes precedence over the refusal.
  private func invalidity(in tree: Tree, by app: App, ifNotBy error: Refused) -> Refused? {
    guard error.refusal.kind != .invalid else { return nil }
    let validator = ActionValidator(app: app, tree: tree)
    for (index, action) in actions.enumerated() {
      guard let fault = validator.fault(of: action) else { continue }
      return isBatch ? fault.moved(inBatchAt: index) : fault
    }
    return nil
  }
}

extension Draft {
  /// Whether the edits restore the initial state. Possible with several edits only: in a batch, or when reducers send
  /// each other actions.
  ///
  /// - Parameter size: The size of the tree before the edits. If it differs, the trees are not compared.
  func cancelsOut(from size: Int) -> Bool {
    guard edits.count > 1, outputs.isEmpty, messages.isEmpty, calls.isEmpty, tree.size == size,
      !forgetsPast, !endsCalls
    else { return false }
    var former = self
    former.rollBack()
    return former.tree.root == tree.root && former.tree.data == tree.data && former.tree.timers == tree.timers
      && former.tree.appVersion == tree.appVersion
  }

  /// Refuses outputs, messages and calls that are too large together. A short action may send a long value of the session
  /// many times.
  func checkOutputs(_ limits: SessionLimits) throws(Refused) {
    if !messages.isEmpty { try checkMessages() }
    guard !outputs.isEmpty || !messages.isEmpty || !calls.isEmpty else { return }
    var size = 0
    func count(_ bytes: Int) throws(Refused) {
      size += 64 + bytes
      guard size <= limits.outputBytes else { throw .outputsTooLarge(limit: limits.outputBytes) }
    }
    for output in outputs { try count(output.value.encodedSize) }
    for message in messages { try count(message.action.fields.encodedSize) }
    for call in calls {
      let request = call.request
      let fields = request.fields.reduce(0) { $0 + $1.utf8.count }
      try count(request.url.utf8.count + fields + (request.body?.count ?? 0) + call.reply.json.encodedSize)
    }
  }

  /// Refuses a change that makes the tree too deep or too large.
  ///
  /// - Parameter size: The size of the tree before the change.
  func check(_ limits: SessionLimits, formerSize size: Int) throws(Refused) {
    try checkDepth(limits.treeDepth)
    guard tree.size <= max(limits.stateSize, size) else {
      throw .forbidden(
        "state-too-large",
        "The session's state would take about \(tree.size) bytes; the limit is \(limits.stateSize). "
          + "Remove screens or data first.")
    }
  }

  /// Refuses a change that makes the tree deeper than `limit`. A tree that already is deeper, from a higher limit
  /// before, may keep its depth.
  private func checkDepth(_ limit: Int) throws(Refused) {
    guard bringsContainers, tree.depth > limit else { return }
    guard tree.depth <= formerDepth else { throw .tooDeep(tree.depth, limit: limit) }
  }

  /// The depth of the tree before the edits.
  private var formerDepth: Int {
    var former = self
    former.rollBack()
    return former.tree.depth
  }
}

extension Refused {
  fileprivate static func outputsTooLarge(limit: Int) -> Refused {
    .forbidden(
      "outputs-too-large",
      "The outputs, messages and calls of the change take more than \(limit) bytes, the limit of a change. "
        + "Send references to long values instead.")
  }

  static func tooDeep(_ depth: Int, limit: Int) -> Refused {
    .forbidden(
      "too-deep",
      "The containers would be nested \(depth) deep; the limit is \(limit). Remove or dismiss some containers first.")
  }

  fileprivate func moved(inBatchAt index: Int) -> Refused {
    moved(under: JSONPointer().appending(name: "actions").appending(index: index))
  }
}
