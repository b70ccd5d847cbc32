import Navigation

// Reading a part that the session does not have allocates nothing; nor does setting an optional part to nil, or one of
// those that each change sets to its initial value.
extension SessionStore.State {
  var answers: IdempotencyRecords {
    @inline(__always) _read {
      if extras.isEmpty { yield IdempotencyRecords([]) } else { yield extras[0].answers }
    }
    @inline(__always) _modify {
      if extras.isEmpty { extras = [SessionExtras()] }
      yield &extras[0].answers
    }
  }

  var subscriptions: Subscriptions {
    @inline(__always) _read {
      if extras.isEmpty { yield Subscriptions() } else { yield extras[0].subscriptions }
    }
    @inline(__always) _modify {
      if extras.isEmpty { extras = [SessionExtras()] }
      yield &extras[0].subscriptions
    }
  }

  var tokens: SessionTokens {
    @inline(__always) _read {
      if extras.isEmpty { yield SessionTokens() } else { yield extras[0].tokens }
    }
    @inline(__always) _modify {
      if extras.isEmpty { extras = [SessionExtras()] }
      yield &extras[0].tokens
    }
  }

  var metadata: SessionMetadata {
    @inline(__always) _read {
      if extras.isEmpty { yield SessionMetadata() } else { yield extras[0].metadata }
    }
    @inline(__always) _modify {
      if extras.isEmpty { extras = [SessionExtras()] }
      yield &extras[0].metadata
    }
  }

  var timerChains: TimerChains {
    @inline(__always) _read {
      if extras.isEmpty { yield TimerChains() } else { yield extras[0].timerChains }
    }
    @inline(__always) _modify {
      if extras.isEmpty { extras = [SessionExtras()] }
      yield &extras[0].timerChains
    }
  }

  var slowedChains: SlowedChains {
    @inline(__always) _read {
      if extras.isEmpty { yield SlowedChains() } else { yield extras[0].slowedChains }
    }
    @inline(__always) _modify {
      if extras.isEmpty { extras = [SessionExtras()] }
      yield &extras[0].slowedChains
    }
  }

  var calls: [WaitingCall] {
    get { extras.isEmpty ? [] : extras[0].calls }
    set {
      if extras.isEmpty {
        if newValue.isEmpty { return }
        extras = [SessionExtras()]
      }
      extras[0].calls = newValue
    }
  }

  var recentSteps: RecentStepLists {
    @inline(__always) _read {
      if extras.isEmpty { yield RecentStepLists() } else { yield extras[0].recentSteps }
    }
    @inline(__always) _modify {
      guard extras.isEmpty else {
        yield &extras[0].recentSteps
        return
      }
      var lists = RecentStepLists()
      defer { if lists.size > 0 { extras = [SessionExtras(recentSteps: lists)] } }
      yield &lists
    }
  }

  var trimming: SessionStore.Trimming {
    get { extras.isEmpty ? .none(margin: 0) : extras[0].trimming }
    set {
      if extras.isEmpty {
        if newValue == .none(margin: 0) { return }
        extras = [SessionExtras()]
      }
      extras[0].trimming = newValue
    }
  }

  var lease: Lease? {
    get { extras.isEmpty ? nil : extras[0].lease }
    _modify {
      var part = extras.isEmpty ? nil : extras[0].lease.take()
      defer {
        if part != nil, extras.isEmpty { extras = [SessionExtras()] }
        if !extras.isEmpty { extras[0].lease = part }
      }
      yield &part
    }
  }

  var shared: SharedState? {
    get { extras.isEmpty ? nil : extras[0].shared }
    _modify {
      var part = extras.isEmpty ? nil : extras[0].shared.take()
      defer {
        if part != nil, extras.isEmpty { extras = [SessionExtras()] }
        if !extras.isEmpty { extras[0].shared = part }
      }
      yield &part
    }
  }
}
