import Reduction

extension Draft {
  /// Has an action come later, in place of the one that is pending under that name for that screen.
  ///
  /// - Parameters:
  ///   - effect: Names it among those of the screen.
  ///   - screen: Whose reducer asks; nil: the app's own.
  ///   - delay: From the moment of this change. A moment that has passed is now.
  public mutating func schedule(
    _ action: Action, as effect: EffectID, of screen: Screen.ID?, after delay: Duration
  ) throws(Refused) {
    guard delay <= .milliseconds(timerLimits.span) else {
      throw Refused(
        .invalid(
          "timer-too-late",
          "The effect \"\(effect)\" is to come after \(delay); timers may be \(Duration.milliseconds(timerLimits.span)) "
            + "ahead.", isFinal: true))
    }
    cancel(effect, of: screen)
    guard tree.timers.count < timerLimits.count else {
      throw Refused(
        .invalid(
          "too-many-timers", "\(tree.timers.count) timers are pending, which is the limit of a session.",
          isFinal: true))
    }
    perform(
      .schedule(
        Timer(
          id: makeTimerID(), screen: screen, effect: effect.rawValue,
          fireAt: min(now + delay.wholeMilliseconds, Timer.moments.upperBound), action: action)))
  }

  /// Takes back what is pending under that name for that screen, if anything is.
  public mutating func cancel(_ effect: EffectID, of screen: Screen.ID?) {
    if let timer = tree.timer(effect.rawValue, of: screen) { perform(.unschedule(timer)) }
  }

  /// Takes back what is pending for that screen under names that are meant.
  public mutating func cancelAll(of screen: Screen.ID?, where isMeant: (EffectID) -> Bool) {
    for timer in tree.timers where timer.screen == screen && isMeant(EffectID(timer.effect)) {
      perform(.unschedule(timer))
    }
  }

  /// What a screen asked for goes with it.
  mutating func cancelTimers(lostBy edit: Edit) {
    let leaving = edit.leavingScreens
    guard !leaving.isEmpty else { return }
    for timer in tree.timers {
      if let screen = timer.screen, leaving.contains(screen) { perform(.unschedule(timer)) }
    }
  }
}

extension Duration {
  /// Rounded up: nothing comes before its time. For spans of which milliseconds can be counted.
  fileprivate var wholeMilliseconds: Int64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}

extension Edit {
  /// The screens that are not in the tree any more after this step, those inside others included.
  fileprivate var leavingScreens: Set<Screen.ID> {
    var routes: [Screen.ID: String] = [:]
    switch self {
    case .remove(let screen, _, _): screen.collect(into: &routes)
    case .dismiss(let presented, _, _): presented.screen.collect(into: &routes)
    case .replace(_, let former, let new):
      former.collect(into: &routes)
      var staying: [Screen.ID: String] = [:]
      new.collect(into: &staying)
      // Under another route it is another screen, with another reducer, whatever its id.
      routes = routes.filter { staying[$0.key] != $0.value }
    default: break
    }
    return Set(routes.keys)
  }
}

extension Screen {
  fileprivate func collect(into routes: inout [Screen.ID: String]) {
    routes[id] = route
    content?.collect(into: &routes)
  }
}

extension Container {
  fileprivate func collect(into routes: inout [Screen.ID: String]) {
    for screen in screens { screen.collect(into: &routes) }
    for presented in presented { presented.screen.collect(into: &routes) }
  }
}
