import Persistence
import SQLite
import Sessions

extension Simulation {
  func makeID() -> SessionID {
    let id = SessionID(from: &chance)
    ledger.born.insert(id)
    return id
  }

  /// The first life; mostly on a disk that has an empty database, since to make one takes as long as all the rest.
  func start() {
    if !chance.once(in: 16) { image = SimulatedDisk.Image(Self.emptyDatabase) }
    open()
  }

  /// What is left of a database that was made and closed; the same for all seeds.
  private static let emptyDatabase: [String: [UInt8]] = {
    let simulation = Simulation(seed: 0)
    simulation.open()
    _ = simulation.machine?.close()
    return simulation.machine?.disk.contents ?? [:]
  }()

  /// Turns the machine on, as often as it goes off meanwhile. When nothing fails it has to start.
  private func open() {
    while violation == nil {
      life += 1
      let disk = SimulatedDisk(image, seed: chance.next())
      disk.forgetsSyncs = settings.forgetsSyncs
      disk.now = now
      disk.visit = { [unowned self] call in visit(call) }
      isCalm = true
      // What is begun here has no machine that could be cut off in `visit`.
      let failsAt = chance.once(in: 8) ? chance.upTo(40) : nil
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
        guard failsAt != nil else { return fail("does not start: \(error)") }
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

  /// The power has gone, or the process: what was asked and not answered is in doubt, and the next life begins.
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

  /// The process ends as it should, which takes it to the end of all that was begun.
  func shutDown() {
    guard let machine else { return }
    trace.add(0xF0)
    figures.shutdowns += 1
    say("shut down")
    // The end does the work of all of them.
    turns = [.writer, .reader, .copier]
    let failure = machine.close()
    turns = []
    if !machine.disk.isOff, failure == nil, machine.journal.statistics.sessionsBehind != 0 {
      fail("the tables are behind after a shutdown")
    }
    machine.disk.turnOff()
  }

  func leave() {
    machine?.disk.turnOff()
    machine?.leave()
    machine = nil
  }
}
