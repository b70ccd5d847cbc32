import JSON
import Navigation
import Reduction

/// The app `routing`: a flow of screens over which further flows can be presented, to any depth.
///
/// No screen navigates. The app's steps, one function for the flows of all depths, map actions to navigation.
public enum Routing {
  /// The reducer of a screen, which changes its text. The actions of the flow leave it unchanged.
  public static let reducer = Reducer<RoutingState, RoutingAction, Void> { state, action, _ in
    if case .edit(let text) = action { state.text = text }
    return .none
  }

  /// The feature of the routes. A new screen starts with the param `text`, or with an empty text.
  public static let feature = Feature(
    actions: ["edit", "openFirst", "openSecond", "openModal", "finish"],
    initialState: { params in
      guard case .string(let text)? = params["text"] else { return RoutingState() }
      return RoutingState(text: text)
    },
    reducer: reducer,
    environment: ())

  /// A flow: its root, and the routes that can be pushed. A modal flow or one of these routes can be presented over it.
  private static let flow = ContainerDefinition(kind: .stack, routes: ["home", "first", "second"], initial: "home")

  /// The definition of the app.
  public static let app = App(
    "routing", version: 1,
    root: flow,
    routes: [
      Route("home", params: [], feature: feature),
      // Without an identity of its own, it can be in a flow any number of times.
      Route(
        "first", params: [Param("text", .string, optional: true)], presentation: .present(.fullScreen), feature: feature
      ),
      Route(
        "second", params: [Param("text", .string, optional: true)], identity: .single, onDuplicate: .refuse,
        presentation: .present(.popover), feature: feature),
      Route("modal", params: [], presentation: .present(.sheet), content: flow, feature: feature),
    ],
    steps: steps,
    metadata: AppMetadata(
      title: "Routing", description: "Flows of screens that are pushed and presented over each other, to any depth.",
      device: .phone))

  /// Returns the navigation actions for an action, in the flow that it is for.
  static let steps: App.Steps = { action, recipient throws(ActionError) in
    guard let own = try RoutingAction(action) else { return [] }
    let flow = try flow(for: action, recipient)
    switch own {
    case .edit: return []
    case .openFirst: return [step("push", in: flow, ["route": "first"])]
    case .openSecond: return [step("push", in: flow, ["route": "second"])]
    case .openModal: return [step("present", in: flow, ["route": "modal"])]
    case .finish: return try finish(recipient.isNamed ? flow : recipient.tree.root)
    }
  }

  /// Dismisses the presented screens and pops the pushed ones, if there are any.
  private static func finish(_ flow: Container) throws(ActionError) -> [Action] {
    var steps: [Action] = []
    if !flow.presented.isEmpty { steps.append(step("dismissAll", in: flow)) }
    if flow.screens.count > 1 { steps.append(step("popToRoot", in: flow)) }
    guard !steps.isEmpty else {
      throw .forbidden("nothing-to-finish", "\"\(flow.id)\" shows its root: nothing is pushed and nothing presented.")
    }
    return steps
  }

  /// The container that the action names, or the flow of the screen that accepted it: its content, if it is a modal, or
  /// the container that holds it.
  private static func flow(for action: Action, _ recipient: App.Recipient) throws(ActionError) -> Container {
    var fields = FieldReader(action)
    if let target = try fields.string("target"), let flow = recipient.tree.container(target) { return flow }
    if let content = recipient.tree.screen(recipient.screen)?.content { return content }
    return recipient.tree.container(holding: recipient.screen) ?? recipient.tree.root
  }

  private static func step(_ type: String, in flow: Container, _ fields: JSONObject = [:]) -> Action {
    var fields = fields
    fields["target"] = .string(flow.id)
    return Action(type, fields)
  }
}
