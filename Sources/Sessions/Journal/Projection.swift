import Navigation

/// The table writes that bring a session to `session.revision`.
package struct Projection: Sendable {
  package var session: SessionRow
  /// Rows to insert or replace.
  package var containers: [ContainerRow]
  package var screens: [ScreenRow]
  package var removedContainers: [String]
  package var removedScreens: [String]
  /// The token of the commit that made the revision, on a shared journal. The projection has all rows then.
  package var revisionToken: CommitToken?

  package init(
    session: SessionRow, containers: [ContainerRow], screens: [ScreenRow], removedContainers: [String],
    removedScreens: [String]
  ) {
    self.session = session
    self.containers = containers
    self.screens = screens
    self.removedContainers = removedContainers
    self.removedScreens = removedScreens
  }
}

/// A session at revision 1 that is not stored yet.
package struct InitialSession: Sendable {
  package let session: SessionRow
  private let root: Container
  /// The root container as JSON, with all that is in it.
  package let navigation: ArraySlice<UInt8>

  package init(_ session: SessionRow, root: Container, navigation: ArraySlice<UInt8>) {
    self.session = session
    self.root = root
    self.navigation = navigation
  }

  /// The session as rows of its tables.
  package var rows: Projection { Projection(session: session, root) }
}

/// A type with tables that follow the journal, such as a session store.
package protocol Projecting: AnyObject, Sendable {
  var id: SessionID { get }
  /// Returns the difference between the tables and the last committed revision, and forgets it; nil: none.
  func takeProjection() -> Projection?
  /// Returns a projection that was not written, to be merged into the next one.
  func restore(_ projection: Projection)
}
