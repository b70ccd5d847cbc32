import JSON
import Reduction

/// A screen that was removed, as it left.
package struct GoneScreen: Sendable {
  package let screen: Screen
  /// The container that it was in.
  package let container: Container.ID
  /// The session as the screen left it, which a migration reads.
  private let tree: Tree

  /// The version of the app in which the screen was there.
  package var version: Int { tree.appVersion }

  /// Finds a screen of a tree; nil: the tree does not have it.
  package init?(_ id: Screen.ID, in tree: Tree) {
    guard let screen = tree.screen(id), let container = tree.container(holding: id) else { return nil }
    self.screen = screen
    self.container = container.id
    self.tree = tree
  }

  /// The screen as a migration of the session would have left it; nil: it would have removed the screen, or failed.
  ///
  /// - Parameter versions: The versions of the app from that of the screen on.
  package func migrated(through versions: [App]) -> GoneScreen? {
    var draft = Draft(tree)
    do throws(ActionError) {
      for (former, next) in zip(versions, versions.dropFirst()) { try next.migrate(&draft, from: former) }
    } catch {
      return nil
    }
    return GoneScreen(screen.id, in: draft.tree)
  }
}

/// The screens that the actions of a change may make again.
package struct Reopening: Sendable {
  /// Those that are gone.
  package var gone: [Screen.ID: GoneScreen] = [:]
  /// Those that the change has made again, by their former ids.
  fileprivate var made: [Screen.ID: Screen.ID] = [:]

  package init() {}

  var isEmpty: Bool { gone.isEmpty && made.isEmpty }
}

extension ActionReducer {
  /// Makes the source of an action again, if it is gone and the action asks for that.
  ///
  /// - Returns: The action on the screens that are there; nil: a guard has led elsewhere.
  mutating func reopeningSource(
    of action: Action, from origin: App.Origin, _ draft: inout Draft
  ) throws(ActionError) -> Action? {
    guard let ifGone = action.fields["ifGone"] else { return action.renaming(draft.reopening.made) }
    guard ifGone == "reopen" else {
      throw .invalid(
        "bad-field", "`ifGone` must be \"reopen\" or absent; it is \(ifGone.text.prefix(80)).", at: "ifGone")
    }
    guard let source = try action.source else {
      throw .invalid("missing-field", "`ifGone` needs `source`, the id of the screen that may be gone.", at: "source")
    }
    let last = draft.reopening.made[source] ?? source
    if draft.tree.screen(last) == nil {
      guard let gone = draft.goneScreen(last) ?? draft.reopening.gone[source] else {
        throw .screenGone(source, in: draft.tree)
      }
      guard let id = try reopen(gone, as: source, for: action, from: origin, &draft) else { return nil }
      draft.reopening.made[source] = id
    }
    var fields = action.fields
    fields["ifGone"] = nil
    return Action(fields: fields).renaming(draft.reopening.made)
  }

  /// Makes a screen again, on top of the stack that it was in or else of the focused one.
  ///
  /// - Parameter source: The id by which the action knows the screen.
  /// - Returns: Its new id; nil: a guard has led elsewhere.
  private mutating func reopen(
    _ gone: GoneScreen, as source: Screen.ID, for action: Action, from origin: App.Origin, _ draft: inout Draft
  ) throws(ActionError) -> Screen.ID? {
    let stack = try stack(for: gone, as: source, draft.tree)
    // Refused later, it would name the new screen, which no client has seen.
    if let target = try ActionTarget(container: try action.target).container(in: draft.tree), target != stack {
      throw .forbidden(
        "not-in-target",
        "The screen \"\(source)\" is gone and would be made again in \"\(stack)\", not in \"\(target)\".")
    }
    let push = NavigationAction.push(.init(route: gone.screen.route, params: gone.screen.params))
    if origin.isOfUser { try app.clientNavigation.check(push, of: "`\(app.name)`") }
    let mark = draft.mark
    let navigator = Navigator(app: app, target: ActionTarget(container: stack))
    navigator.bringToFront(stack, &draft)
    draft.dismiss(from: stack, downTo: 0)
    let id: Screen.ID
    do throws(Refusal) {
      let context = navigator.context(of: stack, in: draft.tree)
      var route = try context.destination(gone.screen.route)
      // The screen has its params as it left.
      route.initialParams = [:]
      var screen = try context.makeScreen(route, gone.screen.params, in: &draft)
      screen.state = gone.screen.state
      draft.perform(.insert(screen, into: stack, at: draft[stack].screens.count))
      id = screen.id
    } catch {
      throw .byReducer(error)
    }
    // The action has no result until it acts.
    guard try completeNavigation(push, action, result: nil, since: mark, isOfClient: origin.isOfUser, &draft) else {
      return nil
    }
    guard draft.tree.screen(id) != nil else {
      throw .forbidden(
        "screen-gone", "The screen \"\(source)\" is gone, and the app removes it as soon as it is made again.")
    }
    return id
  }

  /// The stack that a screen was in, or else the innermost focused one that takes it.
  private func stack(for gone: GoneScreen, as source: Screen.ID, _ tree: Tree) throws(ActionError) -> Container.ID {
    if tree.container(gone.container)?.kind == .stack { return gone.container }
    let stacks = tree.focusPath.reversed().filter { tree[$0].kind == .stack }
    let taking = stacks.first { app.definition(of: $0, in: tree).accepts(gone.screen.route) }
    guard let stack = taking ?? stacks.first else {
      throw .forbidden(
        "screen-gone",
        "The screen \"\(source)\" is gone, and no focused container is a stack, on which it could be made again."
      )
    }
    return stack
  }
}

extension App {
  /// The screens that the intents of a session make again if they are gone.
  package func sourcesOfIntents(in tree: Tree) -> Set<Screen.ID> {
    guard keepsIntents else { return [] }
    var sources: Set<Screen.ID> = []
    tree.root.forEachScreen { screen in
      if let intent = screen.intent, intent["ifGone"] != nil, let source = intent["source"]?.stringValue {
        sources.insert(source)
      }
    }
    return sources
  }
}

extension Draft {
  /// Returns a screen as it left in this change; nil: it did not.
  package func goneScreen(_ id: Screen.ID) -> GoneScreen? {
    var former = tree
    for edit in edits.reversed() {
      former.apply(edit.inverse)
      if edit.removesScreens, let gone = GoneScreen(id, in: former) { return gone }
    }
    return nil
  }
}

extension Edit {
  fileprivate var removesScreens: Bool {
    switch self {
    case .remove, .dismiss, .replace: true
    default: false
    }
  }
}

extension Action {
  /// The action with the new ids of screens that were made again.
  fileprivate func renaming(_ made: [Screen.ID: Screen.ID]) -> Action {
    guard !made.isEmpty else { return self }
    var fields = fields
    for name in ["source", "id", "screen"] {
      guard let id = fields[name]?.stringValue.flatMap({ made[$0] }) else { continue }
      fields[name] = .string(id)
    }
    return Action(fields: fields)
  }
}
