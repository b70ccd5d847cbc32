import Reduction

extension Draft {
  /// Starts a timer. It replaces the pending timer of the same name and screen.
  ///
  /// - Parameters:
  ///   - effect: The name of the timer, unique per screen.
  ///   - screen: The screen whose reducer starts it; nil for the app's own.
  ///   - delay: The delay, counted from the time of this change. A negative delay counts as 0.
  public mutating func schedule(
    _ action: Action, as effect: EffectID, of screen: Screen.ID?, after delay: Duration
  ) throws(ActionError) {
    guard delay <= .milliseconds(timerLimits.span) else {
      throw ActionError(
        .invalid(
          "timer-too-late",
          "The delay of the effect \"\(effect)\" is \(delay); the limit is "
            + "\(Duration.milliseconds(timerLimits.span)).", isFinal: true))
    }
    // Before the count, so that a session with all its timers can still restart one of them.
    cancel(effect, of: screen)
    guard tree.timers.count < timerLimits.count else {
      throw ActionError(
        .invalid(
          "too-many-timers", "\(tree.timers.count) timers are pending, the limit of a session; cancel one first.",
          isFinal: true))
    }
    perform(
      .schedule(
        Timer(
          id: makeTimerID(), screen: screen, effect: effect.rawValue,
          fireAt: min(now + delay.wholeMilliseconds, Timer.moments.upperBound), action: action)))
  }

  /// Cancels the pending timer of that name and screen, if there is one.
  public mutating func cancel(_ effect: EffectID, of screen: Screen.ID?) {
    if let timer = tree.timer(effect.rawValue, of: screen) { perform(.unschedule(timer)) }
  }

  /// Cancels the pending timers of that screen whose names match.
  public mutating func cancelAll(of screen: Screen.ID?, where isMeant: (EffectID) -> Bool) {
    for timer in tree.timers where timer.screen == screen && isMeant(EffectID(timer.effect)) {
      perform(.unschedule(timer))
    }
  }

  /// Cancels the timers of screens that a step removes.
  mutating func cancelTimers(lostBy edit: Edit) {
    let leaving = edit.leavingScreens
    guard !leaving.isEmpty else { return }
    for timer in tree.timers {
      if let screen = timer.screen, leaving.contains(screen) { perform(.unschedule(timer)) }
    }
  }
}

extension Duration {
  /// Rounded up, so that no timer fires early. For durations whose milliseconds fit 64 bits.
  fileprivate var wholeMilliseconds: Int64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}

extension Edit {
  /// The screens that this step removes, including nested ones.
  package var leavingScreens: Set<Screen.ID> {
    var routes: [Screen.ID: String] = [:]
    switch self {
    case .remove(let screen, _, _): screen.forEachScreen { routes[$0.id] = $0.route }
    case .dismiss(let presented, _, _): presented.screen.forEachScreen { routes[$0.id] = $0.route }
    case .replace(_, let former, let new):
      former.forEachScreen { routes[$0.id] = $0.route }
      var staying: [Screen.ID: String] = [:]
      new.forEachScreen { staying[$0.id] = $0.route }
      // A screen with a kept id and another route has another reducer, and counts as removed.
      routes = routes.filter { staying[$0.key] != $0.value }
    default: break
    }
    return Set(routes.keys)
  }
}
