import CShims

/// The memory that the process has freed and its allocator holds for the next allocations.
package enum FreedMemory {
  /// Returns it to the system at once. Called before a buffer of megabytes is allocated, for which the allocator may not
  /// find a place in the freed memory.
  package static func returnToSystem() {
    navstate_return_freed_memory()
  }

  /// Returns the blocks that the allocator caches for the calling thread, and the pages that have been free for a moment.
  /// Called when a thread begins to rest: the allocator does it only while the thread allocates.
  package static func returnIdle() {
    navstate_return_idle_memory()
  }
}
