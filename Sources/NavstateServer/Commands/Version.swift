import CShims
import SQLiteJournal
import CivilDates
import Webhooks

/// The command `version`: the versions of the program, and of the libraries and time zones that it finds.
enum Version {
  static func text(of program: ServerProgram) -> String {
    let commit = String(cString: navstate_commit())
    return """
      \(program.version)\(commit.isEmpty ? "" : " (commit \(commit))")
      SQLite \(SQLiteLibrary.version)
      libcurl \(TransportOptions().libraryVersion ?? "is not installed: webhooks and calls cannot be sent")
      time zones \(Zone.edition)
      """
  }
}
