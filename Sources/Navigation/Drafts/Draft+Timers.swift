import JSON
import Reduction

extension Draft {
  /// Starts a timer. It replaces the pending timer of the same name and screen.
  ///
  /// - Parameters:
  ///   - effect: The name of the timer, unique per screen.
  ///   - screen: The screen whose reducer starts it; nil for the app's own.
  ///   - time: When it fires. A time that has passed and a negative delay fire at once; a recurrence without a time
  ///     that is still to come sets no timer.
  public mutating func schedule(
    _ action: Action, as effect: EffectID, of screen: Screen.ID?, _ time: EffectTime
  ) throws(ActionError) {
    // Before the count, so that a session with all its timers can still restart one of them.
    cancel(effect, of: screen)
    guard let (fireAt, recurrence) = firing(at: time) else { return }
    guard fireAt <= now + timerLimits.span else {
      throw ActionError(
        .invalid(
          "timer-too-late",
          "The timer \"\(effect)\" would fire first at \(JSONTimestamp.text(fireAt)); the limit is "
            + "\(timerLimits.span / 1_000) seconds from now, \(JSONTimestamp.text(now + timerLimits.span)).",
          isFinal: true))
    }
    guard tree.timers.count < timerLimits.count else {
      throw ActionError(
        .invalid(
          "too-many-timers", "\(tree.timers.count) timers are pending, the limit of a session; cancel one first.",
          isFinal: true))
    }
    perform(
      .schedule(
        Timer(
          id: makeTimerID(), screen: screen, effect: effect.rawValue, fireAt: fireAt, action: action,
          recurrence: recurrence)))
  }

  /// The first firing, in milliseconds since 1970; nil: none.
  private func firing(at time: EffectTime) -> (Int64, Recurrence?)? {
    let last = Timer.moments.upperBound
    switch time {
    case .after(let delay): return (min(now + min(delay.wholeMilliseconds, last), last), nil)
    case .at(let time): return (min(max(time, now), last), nil)
    case .every(let recurrence): return recurrence.set(at: now).map { (min($0.first, last), $0.0) }
    }
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

  /// Ends a timer that fires, or sets a recurring one to its next time. One that is fired before its time keeps it.
  ///
  /// - Parameter code: The code of the refusal if its action is refused.
  package mutating func advance(_ timer: Timer, refused code: String? = nil) {
    if timer.recurrence != nil, now < timer.fireAt { return }
    perform(.unschedule(timer))
    guard let next = timer.recurrence?.next(after: now), next <= Timer.moments.upperBound else { return }
    perform(.schedule(timer.firing(at: next, refused: code)))
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
  /// Rounded up, so that no timer fires early. What does not fit 64 bits counts as the greatest number.
  fileprivate var wholeMilliseconds: Int64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, isBeyond) = whole.addingReportingOverflow((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    return isOver || isBeyond ? .max : sum
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
