import Navigation

// The rights to a session, and its names.
extension SessionRegistry {
  /// Acquires or extends the exclusive right of a client to write to a session.
  package func lease(_ id: SessionID, _ request: LeaseRequest) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.changeLease(environment, leases, answer: answer) { $0.granted(to: request, at: $1).map(Optional.init) }
    }
  }

  /// Ends the lease with the id `shown`. Succeeds when the session has no lease.
  package func endLease(of id: SessionID, shown: String?) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.changeLease(environment, leases, answer: answer) { lease, now in
        lease.blocking(shown, at: now).map { .failure(LeaseHolder(lease: $0)) } ?? .success(nil)
      }
    }
  }

  /// Replaces the token of a session's creation. Once the change is durable, the former token is one that has ended, and event
  /// streams that were opened with it end.
  ///
  /// - Parameters:
  ///   - hash: SHA-256 of the new token; empty: no token opens the session until a new one is set.
  ///   - holder: The hash of the token in the request, which must still be current; nil: not required.
  package func changeToken(of id: SessionID, to hash: [UInt8], holding holder: [UInt8]?) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.changeTokens(holding: holder, environment, answer: answer) { $0.replacingCreation(by: hash, at: $1) }
    }
  }

  /// Adds a token or a handoff code to a session.
  package func add(_ token: SessionToken, to id: SessionID) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.changeTokens(environment, answer: answer) { (access, now) throws(ActionError) in
        access.with(try access.tokens.adding(token, at: now))
      }
    }
  }

  /// Removes a token or a handoff code of a session.
  package func removeToken(_ token: String, of id: SessionID) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.changeTokens(environment, answer: answer) { (access, now) throws(ActionError) in
        access.with(try access.tokens.removing(token, at: now))
      }
    }
  }

  /// Reports when a token expired, was deleted or replaced, in milliseconds since 1970; nil: it is valid or unknown.
  package func end(ofToken hash: [UInt8], at now: Int64) async throws(JournalFailure) -> Int64? {
    guard let id = try await environment.journal.session(withToken: hash) else { return nil }
    return try await access(to: id)?.end(of: hash, at: now)
  }

  /// Trades a handoff code for a token.
  ///
  /// - Parameters:
  ///   - code: SHA-256 of the code.
  ///   - hash: SHA-256 of the token.
  /// - Returns: The outcome, and with `tokenChanged` the session and its new token.
  package func trade(
    code: [UInt8], for hash: [UInt8]
  ) async -> (Outcome, traded: (SessionID, SessionToken)?) {
    let found: SessionID?
    do throws(JournalFailure) {
      found = try await environment.journal.session(withToken: code)
    } catch {
      return (.failed(error), nil)
    }
    guard let id = found else { return (.refused(.noSuchCode), nil) }
    var traded: (SessionID, SessionToken)?
    // The code is looked up again under the lock of the session, so that of two trades one succeeds (decision 0043).
    let outcome = await withStore(of: id) { [self] store, answer in
      store.changeTokens(environment, answer: answer) { (access, now) throws(ActionError) in
        let (tokens, token) = try access.trading(code, for: hash, at: now)
        traded = (id, token)
        return access.with(tokens)
      }
    }
    return (outcome, traded)
  }

  /// Changes the labels of a session, gives it a key, and answers with the session.
  package func change(
    _ id: SessionID, by patch: MetadataPatch, if precondition: Precondition?, lease: String?
  ) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.change(by: patch, if: precondition, lease: lease, environment, answer: answer)
    }
  }

  /// Finds the session of an app that has a key; nil when there is none.
  package func find(key: String, of app: String) async throws(JournalFailure) -> SessionID? {
    let id = try await environment.journal.session(withKey: key, of: app)
    if let id { keyed.add(id, for: SessionKey(app: app, key: key)) }
    return id
  }

  /// Finds the session of an app that has a key without waiting; nil: it has to be looked up.
  package func loaded(key: String, of app: String) -> SessionID? {
    guard let id = keyed[SessionKey(app: app, key: key)], let store = sessions.current(id), store.appName == app,
      store.state.withLock({ !$0.isDeleted && $0.metadata.key?.isIdentical(to: key) == true })
    else { return nil }
    return id
  }
}
