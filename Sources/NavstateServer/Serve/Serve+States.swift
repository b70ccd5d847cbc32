import JSON
import Navigation
import Sessions

extension Serve {
  /// Warns of sessions whose stored states the compiled reducers cannot read any more: their actions are refused.
  static func reviewStates(of registry: SessionRegistry, _ catalogue: AppCatalogue, _ log: Log) {
    for newest in catalogue.newest {
      for app in catalogue.versions(1...Int.max, of: newest.app.name) where app.readsStates {
        StateReview.run(app, in: registry) { result in
          switch result {
          case .success(let review): for misfit in review.misfits { warn(misfit, review, app, log) }
          case .failure(let failure):
            log(
              .warning, "stored states could not be compared with the reducers",
              ["app": .string(app.name), "version": .integer(Int64(app.version)), "reason": .string("\(failure)")])
          }
        }
      }
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
