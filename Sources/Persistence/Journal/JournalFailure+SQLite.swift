import SQLite
import Sessions

extension JournalFailure {
  /// Why a transaction failed.
  init(writing error: SQLiteError) {
    self =
      if error.isFull { .full(error.description) } else if error.isConstraint { .damaged(error.description) } else {
        .unavailable(error.description)
      }
  }

  /// Why a session could not be read.
  init(reading error: SQLiteError) {
    self = error.isCorrupt || error.isOfMalformedJSON ? .damaged(error.description) : .unavailable(error.description)
  }
}
