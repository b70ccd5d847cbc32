extension API {
  /// The types that several controllers share, and those that check each request.
  struct Dependencies: Sendable {
    let services: Services
    let tickets: StreamTickets
    let document = OpenAPIDocument()
    let paths = KnownPaths()
    let definitions = RunningDefinitions()
    let authorizer: Authorizer
    let addresses: ClientAddresses
    let memory: MemoryLimiter
    let quotas: QuotaLimiter
    let listeners: ListenerLimiter
    let idempotency: IdempotencyMiddleware
    let apps: AppLookup
    let appEvents: AppEventTopics
    let requests = InnerRequests()

    init(_ services: Services, log: RequestLog) {
      self.services = services
      let configuration = services.configuration
      addresses = ClientAddresses(configuration.trustedProxies, log: log)
      tickets = StreamTickets(journal: services.journal)
      let issuers = Issuers(configuration, log: log, now: services.now)
      services.metrics.add { issuers.report(in: &$0) }
      authorizer = Authorizer(
        configuration, issuers: issuers, appKeys: services.appKeys, operators: services.operators, tickets: tickets,
        registry: services.registry, now: services.now)
      memory = MemoryLimiter(registry: services.registry)
      quotas = QuotaLimiter(
        configuration, addresses: addresses, appKeys: services.appKeys, authorizer: authorizer, memory: memory,
        elapsed: services.elapsed)
      listeners = ListenerLimiter(configuration.quotas)
      idempotency = IdempotencyMiddleware(registry: services.registry)
      apps = AppLookup(catalogue: services.catalogue, appKeys: services.appKeys)
      let source = AppEventSource(
        registry: services.registry, journal: services.journal, bufferLimits: configuration.bufferLimits)
      appEvents = AppEventTopics(source, limit: services.registry.limits.listeners)
    }
  }
}

// The controllers, in the order of the documents.
extension API.Dependencies {
  /// The routes of all controllers.
  func routes(health: HealthController) -> [ControllerRoute] {
    let controllers =
      [health] + serverControllers + appControllers + accessControllers + sessionControllers + historyControllers
      + presenceControllers
    return controllers.flatMap(\.routes)
  }

  private var serverControllers: [any Controller] {
    let agents = AgentSessions(elapsed: services.elapsed)
    services.metrics.add { agents.report(in: &$0) }
    let configuration = services.configuration
    return [
      IndexController(version: configuration.version, authorizer: authorizer),
      MetricsController(metrics: services.metrics),
      BackupController(journal: services.journal),
      QuarantineController(traps: services.registry.traps),
      DocumentationController(
        catalogue: services.catalogue, document: document, namesDefinedApps: !configuration.requiresToken),
      WebController.inspector,
      AgentController(
        requests: requests, registry: services.registry, listeners: listeners, sessions: agents,
        version: configuration.version),
    ] + (configuration.servesDemo ? [WebController.demo] : [])
  }

  private var appControllers: [any Controller] {
    let (registry, catalogue) = (services.registry, services.catalogue)
    return [
      AppController(
        registry: registry, catalogue: catalogue, journal: services.journal, apps: apps, definitions: definitions,
        now: services.now),
      FlowController(
        registry: registry, catalogue: catalogue, apps: apps, days: services.configuration.flowDays, now: services.now),
      AppSchemaController(apps: apps),
      StatsController(registry: registry, apps: apps),
      AppEventController(apps: apps, topics: appEvents, listeners: listeners),
      WebhookController(webhooks: services.webhooks, journal: services.journal),
    ]
  }

  private var accessControllers: [any Controller] {
    let (registry, now) = (services.registry, services.now)
    return [
      TokenController(registry: registry, tickets: tickets, now: now),
      HandoffController(
        registry: registry, authorizer: authorizer, limiter: HandoffLimiter(addresses, elapsed: services.elapsed)),
      TicketController(registry: registry, tickets: tickets, addresses: addresses, now: now),
      AppKeyController(
        appKeys: services.appKeys, catalogue: services.catalogue, apps: apps, journal: services.journal, now: now),
      OperatorController(operators: services.operators, journal: services.journal, now: now),
    ]
  }

  private var sessionControllers: [any Controller] {
    let (registry, now) = (services.registry, services.now)
    return [
      ImportController(services, quotas: quotas, idempotency: idempotency, definitions: definitions),
      SessionController(
        creator: creator,
        longPolls: LongPolls(registry: registry, authorizer: authorizer, listeners: listeners, now: now)),
      TimerController(registry: registry, quotas: quotas),
      SessionWorkController(registry: registry),
      SessionAppController(registry: registry),
      BatchController(registry: registry, apps: apps, maximumBatch: services.configuration.batch),
      MigrationController(registry: registry, catalogue: services.catalogue, apps: apps, now: now),
      ExportController(registry: registry, authorizer: authorizer),
    ]
  }

  private var creator: SessionCreator {
    SessionCreator(
      registry: services.registry, catalogue: services.catalogue, apps: apps, authorizer: authorizer, quotas: quotas)
  }

  private var performer: ActionPerformer {
    ActionPerformer(
      registry: services.registry, quotas: quotas,
      shownWaits: ShownWaits(registry: services.registry, listeners: listeners))
  }

  private var historyControllers: [any Controller] {
    [
      HistoryController(registry: services.registry, authorizer: authorizer),
      HistoryMoveController(
        performer: performer, authorizer: authorizer, maximumBatch: services.configuration.batch),
      ForkController(registry: services.registry, apps: apps, authorizer: authorizer, quotas: quotas),
    ]
  }

  private var presenceControllers: [any Controller] {
    let (registry, configuration) = (services.registry, services.configuration)
    return [
      EventController(
        registry: registry, journal: services.journal, authorizer: authorizer, listeners: listeners,
        bufferLimits: configuration.bufferLimits, now: services.now),
      MessageController(registry: registry, quotas: quotas),
      LeaseController(registry: registry, maximumSeconds: configuration.leaseSeconds),
      ActionController(performer: performer, creator: creator, maximumBatch: configuration.batch, paths: paths),
    ]
  }
}
