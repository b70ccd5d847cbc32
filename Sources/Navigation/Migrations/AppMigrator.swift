import CEL
import JSON
import Reduction

/// The computation of a session's navigation and data in a later version of its app.
struct AppMigrator {
  /// The session before the migration.
  private let draft: Draft
  private let former: App
  private let new: App
  private let rule: AppMigration
  private var budget = EvaluationBudget()
  private var lastID: Int

  init(of draft: Draft, from former: App, to new: App) {
    self.draft = draft
    self.former = former
    self.new = new
    rule = new.migrations[former.version] ?? AppMigration()
    lastID = draft.tree.lastID
  }

  /// The data in the new version.
  mutating func data() throws(ActionError) -> JSONValue {
    var values: [JSONValue] = []
    for assignment in rule.data { values.append(try value(assignment.value, LogicScope())) }
    var data = draft.tree.data
    for (assignment, value) in zip(rule.data, values) {
      guard data.set(value, at: assignment.place.components[...]) == nil else {
        throw .misfit(
          new, "`\(assignment.place.text)` cannot be set: a parent value is neither an object nor an array.")
      }
    }
    do throws(Refusal) { try rule.changeData?(&data) } catch { throw .misfit(new, ActionError(error)) }
    if new.feature == nil { data = try data.fitting(new.data, at: "data", of: new) }
    if let mismatch = new.mismatch(of: data) { throw .misfit(new, mismatch) }
    return data
  }

  private mutating func value(_ expression: Expression, _ scope: LogicScope) throws(ActionError) -> JSONValue {
    try expression.evaluate(scope, former, draft, &budget).json
  }

  // MARK: Navigation

  /// The root container in the new version. It is read like the navigation of a client, which finds all that does not
  /// fit.
  mutating func root() throws(ActionError) -> Container {
    let former = draft.tree.root
    guard let migrated = try container(former, as: new.root, depth: 1) else { return former }
    var restoration = Restoration(app: new, migrating: draft.tree)
    var root: Container
    do throws(ActionError) {
      root = try restoration.restore(try json(migrated), as: new.root, id: former.id, depth: 1)
    } catch {
      throw .misfit(new, error)
    }
    try root.fitStates(to: new)
    return root
  }

  private func json(_ container: Container) throws(ActionError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: container.text, maximumDepth: 2_048, roundingNumbers: true)
    } catch {
      throw .misfit(new, "its navigation is not valid JSON: \(error.message).")
    }
  }

  /// - Parameter definition: The definition in the new version; nil: there is no container any more.
  /// - Returns: nil for a container that is empty and not defined any more.
  private mutating func container(
    _ former: Container, as definition: ContainerDefinition?, depth: Int
  ) throws(ActionError) -> Container? {
    var container = Container(id: former.id, kind: former.kind, screens: [], focus: former.focus)
    if definition?.initialVisits(atDepth: depth) == nil { container.focus.visits = nil }
    for screen in former.screens {
      if let screen = try self.screen(screen, depth: depth) { container.screens.append(screen) }
    }
    for presented in former.presented {
      guard let screen = try screen(presented.screen, depth: depth) else { continue }
      container.presented.append(Presented(style: presented.style, screen: screen))
    }
    guard container.screens.isEmpty else {
      container.refocus(from: former)
      forgetFormerParams(in: &container)
      return container
    }
    guard let definition else { return nil }
    var initial = try initial(definition, id: former.id, depth: depth)
    initial.presented = container.presented
    return initial
  }

  private mutating func initial(
    _ definition: ContainerDefinition, id: Container.ID, depth: Int
  ) throws(ActionError) -> Container {
    do throws(ActionError) {
      return try new.makeContainer(definition, id: id, depth: depth) {
        lastID += 1
        return "a\(lastID)"
      }
    } catch {
      throw .misfit(new, error)
    }
  }

  /// Gives earlier visits the present params of their screens, if the rule changes params.
  private func forgetFormerParams(in container: inout Container) {
    for index in container.focus.history.indices where container.focus.history[index].params != nil {
      let id = container.focus.history[index].screen
      guard let screen = container.screens.first(where: { $0.id == id }) else { continue }
      if rule.screens[screen.route]?.params.isEmpty == false { container.focus.history[index].params = nil }
    }
  }

  /// - Returns: nil for a screen of a removed route.
  private mutating func screen(_ screen: Screen, depth: Int) throws(ActionError) -> Screen? {
    // Two levels of optionals: without a rule the route stays, a rule of nil removes it.
    guard let route = rule.routes[screen.route] ?? .some(screen.route) else { return nil }
    var (params, state) = (screen.params, screen.state)
    if let rule = rule.screens[route] {
      let scope = LogicScope(screen: screen.id, former: screen)
      params = try members(rule.params, over: params, scope)
      if !rule.state.isEmpty {
        guard case .object(let members) = state else {
          throw .misfit(new, "the state of \"\(screen.id)\" is \(state.kind), not an object.")
        }
        state = .object(try self.members(rule.state, over: members, scope))
      }
    }
    do throws(Refusal) { try rule.change?(route, &params, &state) } catch { throw .misfit(new, ActionError(error)) }
    let definition = new.routes[route]?.content
    let content = try screen.content.flatMap { content throws(ActionError) in
      try container(content, as: definition, depth: depth + 1)
    }
    var migrated = Screen(
      id: screen.id, route: route, params: params, state: state, content: content, opener: screen.opener,
      intent: try screen.intent.map { intent throws(ActionError) in
        try rule.renamed(intent, in: "the intent of \"\(screen.id)\"", for: new)
      })
    migrated.formerParams = formerParams(of: screen, as: route)
    return migrated
  }

  /// The former params of a screen, changed by the rule of its route. Without those that do not fit the new version, since
  /// the session can go on without them.
  private mutating func formerParams(of screen: Screen, as route: String) -> [JSONObject] {
    var fitting: [JSONObject] = []
    for former in screen.formerParams {
      do throws(ActionError) {
        var earlier = screen
        earlier.params = former
        fitting.append(try formerParams(of: earlier, as: route))
      } catch {
        continue
      }
    }
    return fitting
  }

  private mutating func formerParams(of earlier: Screen, as route: String) throws(ActionError) -> JSONObject {
    var (params, state) = (earlier.params, earlier.state)
    if let rule = rule.screens[route] {
      params = try members(rule.params, over: params, LogicScope(screen: earlier.id, former: earlier))
    }
    do throws(Refusal) { try rule.change?(route, &params, &state) } catch { throw .misfit(new, ActionError(error)) }
    return try new.routes[route]?.fullParams(params) ?? params
  }

  private mutating func members(
    _ rules: [AppMigration.MemberRule], over former: JSONObject, _ scope: LogicScope
  ) throws(ActionError) -> JSONObject {
    var members = former
    for rule in rules {
      members[rule.name] = try rule.value.map { expression throws(ActionError) in try value(expression, scope) }
    }
    return members
  }
}

extension Screen {
  mutating func fitStates(to app: App) throws(ActionError) {
    if let route = app.routes[self.route], route.feature == nil {
      let fitting = try state.fitting(route.state, at: "the state of \(self.route)", of: app)
      if fitting != state { state = fitting }
    }
    try content?.fitStates(to: app)
  }
}
