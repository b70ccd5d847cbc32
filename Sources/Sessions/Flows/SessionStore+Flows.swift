import Navigation

extension SessionStore {
  /// Whether the session has gone on since its last snapshot.
  var isFlowBehind: Bool { state.withLock { $0.flow?.isBehind ?? false && $0.isSnapshotBehind } }

  /// Follows the change that the session has just made.
  func followFlow(_ state: inout State, by cause: @autoclosure () -> FlowCause) {
    apps.follow(state.draft.tree, at: state.revision, state.updatedAt, &state.flow, by: cause())
  }

  /// The way to count with the snapshot of a version; nil: nothing is counted.
  func way(to version: Version, _ state: borrowing State) -> FlowWay? {
    guard state.flow != nil, let app = apps[state.appVersion], app.flows.isCounted else { return nil }
    return state.flow?.way(
      upTo: version.revision, at: version.updatedAt,
      labels: state.metadata.labels.filter(app.dividesFlows))
  }
}

extension AppVersions {
  /// The way of a session from its snapshot on; nil: its version counts none.
  func flow(from tree: Tree, _ counted: CountedFlow?) -> FlowTrack? {
    self[tree.appVersion]?.flows.isCounted == false ? nil : FlowTrack(from: tree, counted)
  }

  /// Follows a change to a state of a session.
  func follow(
    _ tree: Tree, at revision: Int, _ time: Int64, _ flow: inout FlowTrack?, by cause: @autoclosure () -> FlowCause
  ) {
    guard let version = flow?.version else {
      // An earlier version has not counted them.
      if self[tree.appVersion]?.flows.isCounted == true { flow = FlowTrack(from: tree, nil) }
      return
    }
    guard version == tree.appVersion || self[tree.appVersion]?.flows.isCounted == true else { return }
    flow?.record(revision, at: time, tree, by: cause())
  }
}
