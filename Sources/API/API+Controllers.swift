extension API {
  /// The types that several controllers share, and those that check each request.
  struct Shared: Sendable {
    let tickets: StreamTickets
    let documents = Documents()
    let paths = KnownPaths()
    let definitions = RunningDefinitions()
    let authorizer: Authorizer
    let addresses: ClientAddresses
    let memory: MemoryLimiter
    let quotas: QuotaLimiter
    let listeners: ListenerLimiter
    let idempotency: IdempotencyStore
    let apps: AppLookup
    let appEvents: AppEventTopics

    init(_ services: Services, log: RequestLog) {
      let configuration = services.configuration
      addresses = ClientAddresses(configuration.trustedProxies, log: log)
      tickets = StreamTickets(journal: services.journal)
      authorizer = Authorizer(
        configuration, appKeys: services.appKeys, tickets: tickets, registry: services.registry, now: services.now)
      memory = MemoryLimiter(registry: services.registry)
      quotas = QuotaLimiter(
        configuration, addresses: addresses, appKeys: services.appKeys, authorizer: authorizer, memory: memory,
        elapsed: services.elapsed)
      listeners = ListenerLimiter(configuration.quotas)
      idempotency = IdempotencyStore(registry: services.registry)
      apps = AppLookup(catalogue: services.catalogue, appKeys: services.appKeys)
      let source = AppEventSource(
        registry: services.registry, journal: services.journal, bufferLimits: configuration.bufferLimits)
      appEvents = AppEventTopics(source, limit: services.registry.limits.listeners)
    }
  }

  /// The routes of all controllers, in the order of the documents.
  static func collectRoutes(_ services: Services, _ shared: Shared, health: HealthController) -> [ControllerRoute] {
    let controllers =
      [health] + serverControllers(services, shared) + appControllers(services, shared)
      + accessControllers(services, shared) + sessionControllers(services, shared)
      + historyControllers(services, shared) + presenceControllers(services, shared)
    return controllers.flatMap(\.routes)
  }

  private static func serverControllers(_ services: Services, _ shared: Shared) -> [any Controller] {
    [
      IndexController(version: services.configuration.version),
      MetricsController(metrics: services.metrics),
      BackupController(journal: services.journal),
      QuarantineController(traps: services.registry.traps),
      DocumentationController(
        catalogue: services.catalogue, documents: shared.documents,
        namesDefinedApps: !services.configuration.requiresToken),
      InspectorController(),
    ] + (services.configuration.servesDemo ? [DemoController()] : [])
  }

  private static func appControllers(_ services: Services, _ shared: Shared) -> [any Controller] {
    [
      AppController(
        catalogue: services.catalogue, journal: services.journal, apps: shared.apps, definitions: shared.definitions,
        now: services.now),
      LinkController(catalogue: services.catalogue, apps: shared.apps),
      AppSchemaController(apps: shared.apps),
      AppEventController(
        apps: shared.apps, catalogue: services.catalogue, topics: shared.appEvents, listeners: shared.listeners),
      WebhookController(webhooks: services.webhooks, journal: services.journal),
    ]
  }

  private static func accessControllers(_ services: Services, _ shared: Shared) -> [any Controller] {
    [
      TokenController(registry: services.registry, tickets: shared.tickets, now: services.now),
      HandoffController(
        registry: services.registry, authorizer: shared.authorizer,
        limiter: HandoffLimiter(shared.addresses, elapsed: services.elapsed)),
      TicketController(
        registry: services.registry, tickets: shared.tickets, addresses: shared.addresses, now: services.now),
      AppKeyController(
        appKeys: services.appKeys, catalogue: services.catalogue, apps: shared.apps, journal: services.journal,
        now: services.now),
    ]
  }

  private static func sessionControllers(_ services: Services, _ shared: Shared) -> [any Controller] {
    let registry = services.registry
    return [
      ImportController(
        services, quotas: shared.quotas, idempotency: shared.idempotency, definitions: shared.definitions),
      SessionController(
        registry: registry, catalogue: services.catalogue, apps: shared.apps, authorizer: shared.authorizer,
        quotas: shared.quotas,
        longPolls: LongPolls(
          registry: registry, authorizer: shared.authorizer, listeners: shared.listeners, now: services.now)),
      TimerController(registry: registry),
      CallController(registry: registry),
      AvailabilityController(registry: registry),
      SessionAppController(registry: registry),
      LoopController(registry: registry),
      BatchController(registry: registry, maximumBatch: services.configuration.batch),
      MigrationController(
        registry: registry, catalogue: services.catalogue, apps: shared.apps, now: services.now),
      ExportController(registry: registry, authorizer: shared.authorizer),
    ]
  }

  private static func performer(_ services: Services, _ shared: Shared) -> ActionPerformer {
    ActionPerformer(
      registry: services.registry, quotas: shared.quotas,
      shownWaits: ShownWaits(registry: services.registry, listeners: shared.listeners))
  }

  private static func historyControllers(_ services: Services, _ shared: Shared) -> [any Controller] {
    let performer = performer(services, shared)
    return [
      HistoryController(registry: services.registry, authorizer: shared.authorizer),
      HistoryMoveController(performer: performer, authorizer: shared.authorizer),
      ForkController(
        registry: services.registry, apps: shared.apps, authorizer: shared.authorizer, quotas: shared.quotas),
    ]
  }

  private static func presenceControllers(_ services: Services, _ shared: Shared) -> [any Controller] {
    let (registry, configuration) = (services.registry, services.configuration)
    return [
      EventController(
        registry: registry, journal: services.journal, authorizer: shared.authorizer, listeners: shared.listeners,
        bufferLimits: configuration.bufferLimits, now: services.now),
      MessageController(registry: registry, quotas: shared.quotas),
      LeaseController(registry: registry, maximumSeconds: configuration.leaseSeconds),
      ActionController(
        performer: performer(services, shared), maximumBatch: configuration.batch,
        paths: shared.paths),
    ]
  }
}
