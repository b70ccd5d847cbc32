extension API {
  /// The types that several controllers share, and those that check each request.
  struct Dependencies: Sendable {
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

  /// The routes of all controllers, in the order of the documents.
  static func collectRoutes(_ services: Services, _ dependencies: Dependencies, health: HealthController)
    -> [ControllerRoute]
  {
    let controllers =
      [health] + serverControllers(services, dependencies) + appControllers(services, dependencies)
      + accessControllers(services, dependencies) + sessionControllers(services, dependencies)
      + historyControllers(services, dependencies) + presenceControllers(services, dependencies)
    return controllers.flatMap(\.routes)
  }

  private static func serverControllers(_ services: Services, _ dependencies: Dependencies) -> [any Controller] {
    let agents = AgentSessions(elapsed: services.elapsed)
    services.metrics.add { agents.report(in: &$0) }
    return [
      IndexController(version: services.configuration.version, authorizer: dependencies.authorizer),
      MetricsController(metrics: services.metrics),
      BackupController(journal: services.journal),
      QuarantineController(traps: services.registry.traps),
      DocumentationController(
        catalogue: services.catalogue, document: dependencies.document,
        namesDefinedApps: !services.configuration.requiresToken),
      InspectorController(),
      AgentController(
        requests: dependencies.requests, registry: services.registry, listeners: dependencies.listeners,
        sessions: agents, version: services.configuration.version),
    ] + (services.configuration.servesDemo ? [DemoController()] : [])
  }

  private static func appControllers(_ services: Services, _ dependencies: Dependencies) -> [any Controller] {
    [
      AppController(
        catalogue: services.catalogue, journal: services.journal, apps: dependencies.apps,
        definitions: dependencies.definitions,
        now: services.now),
      FlowController(
        registry: services.registry, catalogue: services.catalogue, apps: dependencies.apps,
        days: services.configuration.flowDays, now: services.now),
      LinkController(catalogue: services.catalogue, apps: dependencies.apps),
      AppSchemaController(apps: dependencies.apps),
      StatsController(registry: services.registry, apps: dependencies.apps),
      AppEventController(
        apps: dependencies.apps, topics: dependencies.appEvents, listeners: dependencies.listeners),
      WebhookController(webhooks: services.webhooks, journal: services.journal),
    ]
  }

  private static func accessControllers(_ services: Services, _ dependencies: Dependencies) -> [any Controller] {
    [
      TokenController(registry: services.registry, tickets: dependencies.tickets, now: services.now),
      HandoffController(
        registry: services.registry, authorizer: dependencies.authorizer,
        limiter: HandoffLimiter(dependencies.addresses, elapsed: services.elapsed)),
      TicketController(
        registry: services.registry, tickets: dependencies.tickets, addresses: dependencies.addresses, now: services.now
      ),
      AppKeyController(
        appKeys: services.appKeys, catalogue: services.catalogue, apps: dependencies.apps, journal: services.journal,
        now: services.now),
      OperatorController(operators: services.operators, journal: services.journal, now: services.now),
    ]
  }

  private static func sessionControllers(_ services: Services, _ dependencies: Dependencies) -> [any Controller] {
    let registry = services.registry
    return [
      ImportController(
        services, quotas: dependencies.quotas, idempotency: dependencies.idempotency,
        definitions: dependencies.definitions),
      SessionController(
        creator: creator(services, dependencies),
        longPolls: LongPolls(
          registry: registry, journal: services.journal, authorizer: dependencies.authorizer,
          listeners: dependencies.listeners, now: services.now)
      ),
      TimerController(registry: registry),
      CallController(registry: registry),
      AvailabilityController(registry: registry),
      SessionAppController(registry: registry),
      LoopController(registry: registry),
      BatchController(registry: registry, maximumBatch: services.configuration.batch),
      MigrationController(
        registry: registry, catalogue: services.catalogue, apps: dependencies.apps, now: services.now),
      ExportController(registry: registry, authorizer: dependencies.authorizer),
    ]
  }

  private static func creator(_ services: Services, _ dependencies: Dependencies) -> SessionCreator {
    SessionCreator(
      registry: services.registry, catalogue: services.catalogue, apps: dependencies.apps,
      authorizer: dependencies.authorizer, quotas: dependencies.quotas)
  }

  private static func performer(_ services: Services, _ dependencies: Dependencies) -> ActionPerformer {
    ActionPerformer(
      registry: services.registry, quotas: dependencies.quotas,
      shownWaits: ShownWaits(registry: services.registry, listeners: dependencies.listeners))
  }

  private static func historyControllers(_ services: Services, _ dependencies: Dependencies) -> [any Controller] {
    let performer = performer(services, dependencies)
    return [
      HistoryController(registry: services.registry, authorizer: dependencies.authorizer),
      HistoryMoveController(
        performer: performer, authorizer: dependencies.authorizer,
        maximumBatch: services.configuration.batch),
      ForkController(
        registry: services.registry, apps: dependencies.apps, authorizer: dependencies.authorizer,
        quotas: dependencies.quotas),
    ]
  }

  private static func presenceControllers(_ services: Services, _ dependencies: Dependencies) -> [any Controller] {
    let (registry, configuration) = (services.registry, services.configuration)
    return [
      EventController(
        registry: registry, journal: services.journal, authorizer: dependencies.authorizer,
        listeners: dependencies.listeners,
        bufferLimits: configuration.bufferLimits, now: services.now),
      MessageController(registry: registry, quotas: dependencies.quotas),
      LeaseController(registry: registry, maximumSeconds: configuration.leaseSeconds),
      ActionController(
        performer: performer(services, dependencies), creator: creator(services, dependencies),
        maximumBatch: configuration.batch, paths: dependencies.paths),
    ]
  }
}
