import Navigation
import Sessions

extension Serve {
  /// Warns of sessions whose stored states the compiled reducers cannot read any more: their actions are refused.
  static func reviewStates(of registry: SessionRegistry, _ catalogue: AppCatalogue, _ log: Log) {
    let apps = catalogue.newest.flatMap { catalogue.versions(1...Int.max, of: $0.app.name) }.filter(\.readsStates)
    Task.inline {
      for app in apps { await review(app, of: registry, log) }
    }
  }

  private static func review(_ app: App, of registry: SessionRegistry, _ log: Log) async {
    do throws(JournalFailure) {
      let review = try await StateReview.run(app, in: registry)
      for misfit in review.misfits { warn(misfit, review, app, log) }
    } catch {
      log(
        .warning, "stored states could not be compared with the reducers",
        ["app": .string(app.name), "version": .integer(Int64(app.version)), "reason": .string("\(error)")])
    }
  }

  private static func warn(_ misfit: StateReview.Misfit, _ review: StateReview, _ app: App, _ log: Log) {
    log(
      .warning, "stored states no longer fit the reducers; migrate the sessions, or give the member its former type",
      [
        "app": .string(app.name), "version": .integer(Int64(app.version)),
        "state": .string(misfit.route ?? "data"), "member": .string(misfit.member.text),
        "sessions": .integer(Int64(misfit.sessions)), "of": .integer(Int64(review.sessions)),
        "reason": .string(misfit.detail),
      ])
  }
}
