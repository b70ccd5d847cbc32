import API
import CShims
import Dispatch
import Glibc
import HTTPServer
import JSON
import Support
import Sessions
import PostgresJournal
import Webhooks

/// Connects the modules, and runs the server until a signal stops it.
enum Serve {
  static func run(
    _ program: ServerProgram, _ configuration: Configuration, rereading read: () throws -> Configuration,
    _ manager: ServiceManager?
  ) throws -> Int32 {
    let log = Log(
      level: configuration.logLevel, format: configuration.logFormat, hasPriorities: configuration.logsToJournal)
    try requireFiles(forLoops: configuration.server.loops)
    let answers = ResponseBatcher()
    let quarantine = Quarantine { session, reason in
      log(
        .error, "a session is damaged; others are not affected",
        ["session": .string(session.text), "reason": .string(reason)])
    }
    let front = Front(configuration, manager)
    guard let journal = try storage(configuration, front, answers, quarantine, log) else { return 0 }
    let traps = quarantineAfterTraps(configuration, log)
    let outcome = Result {
      try serve(program, configuration, rereading: read, journal, front, answers, quarantine, traps, log, manager)
    }
    // Before an error is thrown on, so that a failed start closes the journal as well.
    if let failure = journal.end() {
      let reason: JSONObject = ["reason": .string(failure.reason)]
      log(.error, "the tables lag behind the journal; the next start updates them", reason)
    }
    try outcome.get()
    log(.info, "stopped")
    return 0
  }

  private static func serve(
    _ program: ServerProgram, _ configuration: Configuration, rereading read: () throws -> Configuration,
    _ journal: any Storage, _ front: Front, _ answers: ResponseBatcher, _ quarantine: Quarantine,
    _ traps: TrapQuarantine, _ log: Log, _ manager: ServiceManager?
  ) throws {
    let budget = front.budget
    let catalogue = AppCatalogue(
      compiled: program.apps, features: program.features, budget: budget, limit: configuration.definitions,
      traps: traps)
    try loadStoredApps(of: journal, into: catalogue, log: log)
    let files = configuration.watchesApps ? AppFiles(configuration.apps, program, catalogue, journal, log) : nil
    if let files {
      try files.load()
    } else {
      for file in configuration.apps { try define(file, of: program, in: catalogue, journal) }
    }
    if configuration.api.servesDemo {
      try define(DefinitionFile(name: "--demo", bytes: Demo.definition), of: program, in: catalogue, journal)
    }
    let tracer = configuration.telemetry.map { Tracer(ratio: $0.ratio) }
    let turns = TurnQueue()
    let definitions = TurnQueue("definitions", mostOfLane: 8, mostOfApp: 16)
    let environment = SessionEnvironment(
      journal: journal, now: journal.time, limits: configuration.limits, quarantine: quarantine,
      batching: answers.batch, turns: turns, tracer: tracer)
    let registry = SessionRegistry(environment: environment, catalogue: catalogue, budget: budget)
    try restoreBatches(of: journal, in: registry, configuration, log)
    let webhooks = webhookSender(configuration.webhooks, journal, tracer, log)
    let calls = callSender(configuration)
    let metrics = MetricsPage()
    let exporter = startTelemetry(configuration.telemetry, tracer, program, on: metrics, log)
    let keys = AppKeys(try journal.appKeys())
    let makeTimer = { try WallClockTimer(journal.time) }
    let operators = Operators(try journal.operators(), timer: try makeTimer(), now: journal.time)
    let node = startNode(journal, registry, catalogue, keys, operators, webhooks, log)
    let api = API(
      registry: registry, catalogue: catalogue, journal: journal, webhooks: webhooks, configuration: configuration.api,
      appKeys: keys, operators: operators, metrics: metrics,
      log: requestLog(log, isAccessLog: configuration.hasAccessLog),
      refreshing: node.map { node -> API.Refreshing in node.refresh }, definitions: definitions, now: journal.time)
    let server = try front.server()
    gather(server, registry, journal, webhooks, on: metrics)
    metrics.add { TurnQueue.report([turns, definitions], in: &$0) }
    answers.setServer(server)
    let (wakeup, messageTimer, batchTimer, callTimer) = (
      try makeTimer(), try makeTimer(), try makeTimer(), try makeTimer()
    )
    try start(webhooks, journal)
    // Logs an unwritable database at the start, before the first client's write.
    Task.inline { _ = await api.readiness.check() }
    registry.catchUp()
    if configuration.holdsTimers {
      log(.warning, "timers, messages, calls, jobs and expiry are held until a start without --hold-timers")
    } else {
      registry.startTimers(wakeup)
      registry.startMessages(messageTimer) { report($0, in: log) }
      startCalls(of: registry, through: calls, tracer, callTimer, log)
      registry.startBatches(batchTimer, describing: API.describe)
    }
    let workers = startWorkers(turns, definitions)
    let compaction = compactRegularly(registry, configuration.retention, journal.time)
    let forgetting = forgetFlowsRegularly(registry, configuration.api.flowDays, journal.time)
    // A session that is held must not expire (docs/decisions/0092).
    let expiration = configuration.holdsTimers ? nil : expireRegularly(registry, journal.time)
    let release = releaseRegularly(catalogue, log)
    let watch = watchRegularly(files, registry)
    let following = followRegularly(node, registry)
    FreedMemory.returnIdle()
    front.open(api)
    announce(
      server, program, configuration.store.map { _ in "PostgreSQL" } ?? File.absolutePath(configuration.data), log)
    reviewStates(of: registry, catalogue, log)
    let reload = Reload(
      program: program, configuration: configuration, catalogue: catalogue, journal: journal, log: log)
    let signal = waitForSignal {
      reload.run(read, api)
      files?.check(registry)
    }
    manager?.notify(.stopping)
    log(.info, "draining", ["signal": .string(signal)])
    (journal as? SharedPersistence)?.leave()
    api.beginDraining()
    drain(server, configuration)
    watch?.cancel()
    following.forEach { $0.cancel() }
    registry.stopTimers()
    registry.stopMessages()
    registry.stopBatches()
    registry.stopCalls()
    webhooks.stop()
    calls.stop()
    exporter?.stop()
    compaction.cancel()
    forgetting.cancel()
    expiration?.cancel()
    release?.cancel()
    front.stopWatchdog()
    // Last, since requests that the drain has answered may have waited for a turn.
    for queue in [turns, definitions] { queue.close(threads: workers.count) }
    workers.forEach { $0.join() }
  }

  /// Starts the threads for costly work, with a lower priority: one for definitions of apps, of which one may take
  /// seconds, and for sessions one for each core but one, so that the event loops keep a core.
  private static func startWorkers(_ turns: TurnQueue, _ definitions: TurnQueue) -> [Worker] {
    let cores = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return ([definitions] + Array(repeating: turns, count: cores - 1)).map { queue in
      Worker(niceness: 10) { queue.run() }
    }
  }

  /// Logs the addresses; at a terminal, those of the inspector, the API and the data.
  private static func announce(_ server: HTTPServer, _ program: ServerProgram, _ data: String, _ log: Log) {
    guard log.format == .text, let first = server.addresses.first else {
      for address in server.addresses {
        let fields: JSONObject = [
          "address": .string("http://\(address)"), "program": .string(program.name),
          "version": .string(Command.version),
        ]
        log(.info, "listening", fields)
      }
      return
    }
    log(heading: [
      "Inspector": "http://\(first)/ui/", "API": "http://\(first)/v1, described at http://\(first)/docs",
      "Data": data,
    ])
    for address in server.addresses.dropFirst() { log(.info, "listening", ["address": .string("http://\(address)")]) }
  }

  static func report(_ failure: JournalFailure?, in log: Log) {
    guard let failure else { return log(.info, "the journal is writable again") }
    if case .damaged(let reason) = failure {
      return log(
        .error, "a write failed since the database is damaged there; other writes are not affected",
        ["reason": .string(reason)])
    }
    log(
      .error, "the journal cannot be written; changes are refused, reads continue", ["reason": .string(failure.reason)])
  }

  private static func report(_ undelivered: Undelivered, in log: Log) {
    let fields: JSONObject = [
      "sender": .string(undelivered.message.sender.text), "recipient": .string(undelivered.message.recipient.text),
      "reason": .string(undelivered.refused?.refusal.explanation ?? "The recipient does not exist."),
    ]
    log(.warning, "a message was dropped", fields)
  }

  /// Blocks until SIGTERM or SIGINT, or until the server's terminal is closed.
  ///
  /// - Parameter reload: Called for each SIGHUP.
  private static func waitForSignal(reload: () -> Void) -> String {
    var signals = handledSignals
    let hasTerminal = isatty(STDIN_FILENO) == 1
    while true {
      var caught: Int32 = 0
      sigwait(&signals, &caught)
      switch caught {
      case SIGTERM: return "SIGTERM"
      case SIGINT: return "SIGINT"
      default:
        // A terminal that is closed sends SIGHUP as well (termios(3)), and is none from then on.
        if hasTerminal, isatty(STDIN_FILENO) == 0 { return "SIGHUP" }
        reload()
      }
    }
  }

  static var stopSignals: sigset_t {
    var signals = sigset_t()
    for signal in [SIGTERM, SIGINT] { sigaddset(&signals, signal) }
    return signals
  }

  /// Those, and SIGHUP.
  private static var handledSignals: sigset_t {
    var signals = stopSignals
    sigaddset(&signals, SIGHUP)
    return signals
  }

  /// Blocks the signals of `waitForSignal()`. Called before any thread is created, so that all threads inherit it.
  static func blockSignals() {
    var signals = handledSignals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // For what is written without MSG_NOSIGNAL, such as a log whose reader has ended.
    signal(SIGPIPE, SIG_IGN)
  }

  private static func drain(_ server: HTTPServer, _ configuration: Configuration) {
    // Meanwhile load balancers see that `/readyz` fails, and choose other servers.
    if configuration.drainDelay > 0 { sleep(UInt32(configuration.drainDelay)) }
    let done = DispatchSemaphore(value: 0)
    server.drain(within: Double(configuration.drainTimeout)) { done.signal() }
    done.wait()
  }
}
