import JSON
import Navigation

/// A draft of an app, used as by a session: a refused action changes nothing.
package final class Session {
  package let app: App
  package var draft: Draft

  package init(_ app: App) throws {
    self.app = app
    draft = Draft(try app.start())
  }

  /// Performs the actions as one change and returns the outputs that they sent.
  @discardableResult
  package func send(_ actions: Action...) throws(ActionError) -> [SentOutput] {
    do throws(ActionError) {
      for action in actions { try app.reduce(action, &draft) }
    } catch {
      draft.rollBack()
      throw error
    }
    return draft.finish().outputs
  }

  /// Returns the refusal of an action; nil when it is accepted.
  package func refusal(of action: Action) -> ActionError? {
    do throws(ActionError) {
      try send(action)
      return nil
    } catch {
      return error
    }
  }

  package var screens: [Screen] { draft.tree.root.screens }
  package var routes: [String] { screens.map(\.route) }
  package var ids: [String] { screens.map(\.id) }
  package var states: [JSONValue] { screens.map(\.state) }
}
