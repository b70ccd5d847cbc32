import CLinux
import SQLite
import Webhooks

/// `navstate version`: the versions of the program and of the libraries that it finds.
enum Version {
  static var text: String {
    let commit = String(cString: navstate_commit())
    return """
      navstate \(Command.version)\(commit.isEmpty ? "" : " (commit \(commit))")
      SQLite \(SQLiteLibrary.version)
      libcurl \(TransportOptions().libraryVersion ?? "is not installed: webhooks and calls cannot be sent")
      """
  }
}
