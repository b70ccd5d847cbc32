import JSON
import Navigation

/// A draft of an app, driven as a session drives it: a refused action changes nothing.
final class Session {
  let app: App
  var draft: Draft

  init(_ app: App) throws {
    self.app = app
    draft = Draft(try app.start())
  }

  /// Carries the actions out as one change and gives what they sent out.
  @discardableResult
  func send(_ actions: Action...) throws(Refused) -> [SentOutput] {
    do throws(Refused) {
      for action in actions { try app.reduce(action, &draft) }
    } catch {
      draft.rollBack()
      throw error
    }
    return draft.finish().outputs
  }

  /// The refusal of an action; nil when it was not refused.
  func refusal(of action: Action) -> Refused? {
    do throws(Refused) {
      try send(action)
      return nil
    } catch {
      return error
    }
  }

  var screens: [Screen] { draft.tree.root.screens }
  var routes: [String] { screens.map(\.route) }
  var ids: [String] { screens.map(\.id) }
  var states: [JSONValue] { screens.map(\.state) }
}
