import JSON
import Navigation

/// The conditions for the sessions of an event stream. They apply to a session as it is when its event is read.
package struct AppEventFilter: Sendable, Hashable {
  /// A route on the path to the current screen, including the screen's own; nil: any.
  package var route: ExactString?
  /// The labels that a session must have, by name.
  package var labels: Labels

  package init(route: String? = nil, labels: Labels = [:]) {
    self.route = route.map { ExactString($0) }
    self.labels = labels
  }

  package var isEmpty: Bool { route == nil && labels.isEmpty }

  fileprivate func accepts(_ subject: AppEventPage.Subject, path: [String]?) -> Bool {
    route.map { route in (path ?? subject.path).contains { $0.isIdentical(to: route.string) } } ?? true
      && subject.labels.contain(labels)
  }
}

extension AppEventPage {
  /// Returns the page without the events of sessions that do not match. Deletions always match, since nothing is left
  /// of the session to compare.
  ///
  /// - Parameter sessions: The current screens of loaded sessions; stored snapshots may be behind.
  func filtered(by filter: AppEventFilter, _ sessions: LoadedSessions) -> AppEventPage {
    guard !filter.isEmpty else { return self }
    let matches = subjects.filter { id, subject in
      filter.accepts(subject, path: filter.route == nil ? nil : sessions.current(id)?.summary?.path)
    }
    var page = self
    page.events = events.filter { $0.isDeletion || matches[$0.session] != nil }
    return page
  }
}
