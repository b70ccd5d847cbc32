import Sessions

extension Simulation {
  func makeID() -> SessionID {
    let id = SessionID(from: &chance)
    ledger.born.insert(id)
    return id
  }

  /// Starts the first server process, mostly on an empty database, since creating one takes as long as the rest of a
  /// run.
  func start() {
    if !chance.once(in: 16) { image = SimulatedDisk.Image(Self.emptyDatabase) }
    open()
  }

  /// The files of an empty database that was closed; the same for all seeds.
  private static let emptyDatabase: [String: [UInt8]] = {
    let simulation = Simulation(seed: 0)
    simulation.open()
    _ = simulation.machine?.close()
    return simulation.machine?.disk.contents ?? [:]
  }()

  /// Starts the server until a start succeeds. A start without an injected fault has to succeed.
  private func open() {
    while violation == nil {
      life += 1
      let disk = SimulatedDisk(image, seed: chance.next())
      disk.forgetsSyncs = settings.forgetsSyncs
      disk.now = now
      disk.visit = { [unowned self] call in visit(call) }
      isCalm = true
      // `visit` injects no faults while there is no machine.
      let failsAt = !settings.isOrderly && chance.once(in: 8) ? chance.upTo(40) : nil
      if let failsAt { disk.visit = Self.failing(disk, at: failsAt, withPower: chance.once(in: 2)) }
      do {
        let opened = try Machine(on: disk, in: self)
        if !disk.isOff {
          disk.visit = { [unowned self] call in visit(call) }
          machine = opened
          isCalm = false
          say("starts")
          return
        }
        opened.leave()
      } catch {
        guard failsAt != nil else { return fail("the server does not start: \(error)") }
      }
      image = chance.once(in: 2) ? disk.afterKill : disk.afterPowerCut()
    }
  }

  private static func failing(
    _ disk: SimulatedDisk, at number: Int, withPower: Bool
  ) -> (SimulatedDisk.Call) -> Int32? {
    var left = number
    return { [unowned disk] call in
      left -= 1
      guard left == 0 else { return nil }
      if withPower { disk.turnOff() }
      return withPower ? nil : call.faults[0]
    }
  }

  /// Starts the next server process after a kill or a power failure. Requests without an answer are in doubt.
  func restart() {
    letGo()
    open()
    audit(isNewborn: true)
  }

  func letGo() {
    cutIn = nil
    faultIn = nil
    isDiskBad = false
    isCalm = true
    guard let machine else { return }
    self.machine = nil
    ledger.doubtWhatRuns()
    if chance.once(in: 2) {
      figures.kills += 1
      if machine.disk.hasLostSync { figures.killsAfterLostSyncs += 1 }
      image = machine.disk.afterKill
    } else {
      figures.powerCuts += 1
      image = machine.disk.afterPowerCut()
    }
    machine.disk.turnOff()
    machine.leave()
  }

  /// Shuts the server down in order, which completes all work in progress.
  func shutDown() {
    guard let machine else { return }
    trace.add(0xF0)
    figures.shutdowns += 1
    say("shut down")
    // The shutdown does the work of these actors itself.
    turns = [.writer, .reader, .copier]
    let failure = machine.close()
    turns = []
    if !machine.disk.isOff, failure == nil, machine.sessionsBehind != 0 {
      fail("snapshots are behind the changes after a shutdown")
    }
    machine.disk.turnOff()
  }

  func leave() {
    machine?.disk.turnOff()
    machine?.leave()
    machine = nil
  }
}
