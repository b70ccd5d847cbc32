import JSON
import Sessions

extension Serve {
  /// Loads the batch jobs of an earlier process. They continue once they are started.
  static func restoreBatches(
    of journal: any Storage, in registry: SessionRegistry, _ configuration: Configuration, _ log: Log
  ) throws(StartError) {
    let stored: [StoredBatch]
    do throws(JournalFailure) {
      stored = try journal.batches()
    } catch {
      throw StartError(description: "the batch jobs cannot be read: \(error.reason)")
    }
    for batch in registry.batches.restore(stored, mostActions: configuration.api.batch) {
      log(.error, "a batch job is damaged and does not run", ["batch": .string(batch.text)])
    }
  }
}
