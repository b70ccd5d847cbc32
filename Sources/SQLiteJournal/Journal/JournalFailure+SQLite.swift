import Sessions

extension JournalFailure {
  /// The failure of a transaction.
  init(writing error: SQLiteError) {
    self =
      if error.isFull { .full(error.description) } else if error.isConstraint { .damaged(error.description) } else {
        .unavailable(error.description)
      }
  }

  /// The failure of a read.
  init(reading error: SQLiteError) {
    self = error.isCorrupt || error.isOfMalformedJSON ? .damaged(error.description) : .unavailable(error.description)
  }
}
