extension SessionRegistry {
  /// Reads the counts of flows, after those of sessions that have just changed on this node.
  package func flows(_ query: FlowQuery) async throws(JournalFailure) -> FlowReport {
    await catchUps.whenDone()
    await withTaskGroup(of: Void.self) { [environment] group in
      for store in sessions.all.lazy.filter({ $0.appName == query.app && $0.isFlowBehind }).prefix(Self.mostCounted) {
        // One that cannot be stored is not counted yet.
        group.addTask { try? await environment.journal.storeSnapshot(of: store) }
      }
    }
    var report = try await environment.journal.flows(query)
    report.removeZeros()
    return report
  }

  /// The limit of the sessions that are counted for a query. Others follow with their snapshots.
  private static let mostCounted = 256

  /// Deletes the counts of flows that are older than a number of days.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package func forgetFlows(olderThan days: Int, asOf now: Int64) async {
    let minute = FlowSpan.minute(now)
    // The next pass does what this one could not.
    _ = try? await environment.journal.store(
      .flows(
        .forget(
          before: FlowSpan.day.start(ofMinute: minute) - Int64(days) * 1_440, minutesBefore: minute - FlowQuery.minutes)
      )
    )
  }
}
