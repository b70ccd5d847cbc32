import JSON
import Navigation

/// The reduction of a request's actions on a draft, which can pause between two actions.
struct Reduction: Sendable {
  private let request: ActionRequest
  private let origin: App.Origin
  private let size: Int
  /// The index of the next action.
  private var next = 0
  /// The steps so far.
  private(set) var taken = 0

  /// The evaluation steps that an action counts beside those of its expressions. A push takes about as long.
  static let stepsOfAction = 16
  /// The evaluation steps that each screen or container counts that an action makes before another one.
  private static let stepsOfScreen = 4
  /// The bytes of outputs that count as one evaluation step.
  private static let outputBytesOfStep = 16

  init(of request: ActionRequest, on draft: borrowing Draft, from sender: App.Origin? = nil) {
    self.request = request
    origin = sender ?? (request.isFromBackend ? .backend : .client)
    size = draft.tree.size
  }

  /// Runs the reducers for the next actions, until more than `steps` are taken.
  ///
  /// - Parameter pauses: Whether the next call continues. If not, no action takes more than the rest of `steps`: the draft
  ///   has to be rolled back when actions are left.
  /// - Returns: Whether all actions are reduced.
  mutating func run(
    _ draft: inout Draft, by app: App, _ limits: SessionLimits, within steps: Int, pauses: Bool = false
  ) throws(ActionError) -> Bool {
    let end = steps == .max ? .max : taken + steps
    draft.session.by = request.origin.by
    if next == 0, let gone = request.gone, !gone.isEmpty { draft.reopening.gone = gone }
    while next < request.actions.count {
      let action = request.actions[next]
      guard taken < end else { return false }
      // Counted before the reducer runs: what is known to be costly does not begin on an event loop (decision 0091).
      taken += Self.stepsOfAction + action.stepsBefore(in: app)
      guard pauses || taken < end else { return false }
      let (allowed, lastID) = (pauses ? .max : end - taken, draft.tree.lastID)
      var rest = allowed
      defer { taken += allowed - rest }
      do throws(ActionError) {
        ThreadWork.begin(action: action.innermostType)
        defer { ThreadWork.end() }
        guard try app.reduce(action, &draft, from: origin, within: &rest) else { return false }
      } catch {
        // The validation below looks at all actions of the batch, also at those that no reducer has reached.
        guard pauses || taken + request.stepsOfValidation(in: app) < end else { return false }
        // The steps before the refusal are still in the draft.
        if origin != .server, let fault = request.invalidity(in: draft.rolledBack.tree, by: app, ifNotBy: error) {
          throw fault
        }
        throw request.isBatch ? error.moved(inBatchAt: next) : error
      }
      next += 1
      if next < request.actions.count { taken += (draft.tree.lastID - lastID) * Self.stepsOfScreen }
    }
    if draft.cancelsOut(from: size) { draft.rollBack() }
    // Long outputs take long to write, though a short action makes them.
    taken += try draft.checkedOutputBytes(limits) / Self.outputBytesOfStep
    try draft.check(limits, formerSize: size)
    return pauses || taken < end
  }
}

extension Action {
  /// The steps that the action may take beside its expressions, if they are many: for the match of a long link, and for
  /// regular expressions that constrain data, states, and long params or arguments. Most take microseconds.
  fileprivate func stepsBefore(in app: App) -> Int {
    if app.hasSchemaPatterns { return TurnQueue.stepsOutside }
    if case .string(let url)? = fields["url"], url.utf8.count > 1_024 { return TurnQueue.stepsOutside }
    return app.hasPatterns && JSONValue.object(fields).hasText(longerThan: 64) ? TurnQueue.stepsOutside : 0
  }
}

extension JSONValue {
  /// Whether the strings of the value, without the names of members, have more bytes than `length` together.
  fileprivate func hasText(longerThan length: Int) -> Bool {
    var rest = length
    subtractSize(from: &rest)
    return rest < 0
  }

  private func subtractSize(from rest: inout Int) {
    guard rest >= 0 else { return }
    switch self {
    case .string(let text): rest -= text.utf8.count
    case .array(let elements): for element in elements { element.subtractSize(from: &rest) }
    case .object(let members): for (_, value) in members { value.subtractSize(from: &rest) }
    default: break
    }
  }
}

extension ActionRequest {
  /// Runs the reducers for all actions of the request on the draft.
  func reduce(
    _ draft: inout Draft, by app: App, _ limits: SessionLimits, from sender: App.Origin? = nil
  ) throws(ActionError) {
    _ = try reduce(&draft, by: app, limits, from: sender, within: .max)
  }

  /// Runs the reducers for all actions of the request on the draft, if that takes no more than so many steps.
  ///
  /// - Returns: false when more steps are needed; the draft has to be rolled back then.
  func reduce(
    _ draft: inout Draft, by app: App, _ limits: SessionLimits, from sender: App.Origin? = nil, within steps: Int
  ) throws(ActionError) -> Bool {
    var reduction = Reduction(of: self, on: draft, from: sender)
    return try reduction.run(&draft, by: app, limits, within: steps)
  }

  /// The steps of a look for invalid actions.
  fileprivate func stepsOfValidation(in app: App) -> Int {
    actions.count == 1 ? 0 : actions.reduce(0) { $0 + $1.stepsBefore(in: app) }
  }

  /// Returns the error that a refused request has in any state, if any. It takes precedence over the refusal.
  fileprivate func invalidity(in tree: Tree, by app: App, ifNotBy error: ActionError) -> ActionError? {
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
    let former = rolledBack.tree
    return former.root == tree.root && former.data == tree.data && former.timers == tree.timers
      && former.appVersion == tree.appVersion
  }

  /// The draft before the edits.
  fileprivate var rolledBack: Draft {
    var former = self
    former.rollBack()
    return former
  }

  /// Refuses outputs, messages and calls that are too large together. A short action may send a long value of the session
  /// many times.
  ///
  /// - Returns: About their bytes.
  func checkedOutputBytes(_ limits: SessionLimits) throws(ActionError) -> Int {
    if !messages.isEmpty { try checkMessages() }
    let bytes = outputBytes
    guard bytes <= limits.outputBytes else { throw .outputsTooLarge(limit: limits.outputBytes) }
    return bytes
  }

  /// About the bytes of the outputs, messages and calls.
  var outputBytes: Int {
    var size = 64 * (outputs.count + messages.count + calls.count)
    for output in outputs { size += output.value.encodedSize }
    for message in messages { size += message.action.fields.encodedSize }
    for call in calls {
      let request = call.request
      size += request.fields.reduce(request.url.utf8.count) { $0 + $1.utf8.count }
      size += (request.body?.count ?? 0) + call.reply.json.encodedSize
    }
    return size
  }

  /// Refuses a change that makes the tree too deep or too large.
  ///
  /// - Parameter size: The size of the tree before the change.
  func check(_ limits: SessionLimits, formerSize size: Int) throws(ActionError) {
    try checkDepth(limits.treeDepth)
    // A tree that is above a lowered limit already must not hinder changes that do not make it larger.
    guard tree.size <= max(limits.stateSize, size) else {
      throw .forbidden(
        "state-too-large",
        "The session's state would take about \(tree.size) bytes; the limit is \(limits.stateSize). "
          + "Remove screens or data first.")
    }
  }

  /// Refuses a change that makes the tree deeper than `limit`. A tree that already is deeper, from a higher limit
  /// before, may keep its depth.
  private func checkDepth(_ limit: Int) throws(ActionError) {
    guard bringsContainers, tree.depth > limit else { return }
    guard tree.depth <= formerDepth else { throw .tooDeep(tree.depth, limit: limit) }
  }

  /// The depth of the tree before the edits.
  private var formerDepth: Int { rolledBack.tree.depth }
}

extension ActionError {
  fileprivate static func outputsTooLarge(limit: Int) -> ActionError {
    .forbidden(
      "outputs-too-large",
      "The outputs, messages and calls of the change take more than \(limit) bytes, the limit of a change. "
        + "Send references to long values instead.")
  }

  static func tooDeep(_ depth: Int, limit: Int) -> ActionError {
    .forbidden(
      "too-deep",
      "The containers would be nested \(depth) deep; the limit is \(limit). Remove or dismiss some containers first.")
  }

  fileprivate func moved(inBatchAt index: Int) -> ActionError {
    moved(under: JSONPointer().appending(name: "actions").appending(index: index))
  }
}
