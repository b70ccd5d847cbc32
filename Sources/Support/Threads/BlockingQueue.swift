import Glibc

/// A queue with many senders and one receiver, which takes all waiting elements at once and sleeps while there are
/// none.
///
/// Inlinable and public, so that other modules compile it for their elements: of generic functions with package access
/// they call the general form.
public final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
  // Invariant: the variables are read and written with `mutex` held. The two pointers are made in `init` and freed in
  // `deinit`; a pthread mutex must not move, so it cannot be a stored property.
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  @usableFromInline let capacity: Int
  @usableFromInline var elements: [Element] = []
  @usableFromInline var isClosed = false
  @usableFromInline var isTakerAsleep = false
  /// The number of elements that wake the taker.
  @usableFromInline var wakingCount = 1

  /// - Parameter capacity: The maximum number of elements that `put` adds.
  @inlinable public init(capacity: Int) {
    self.capacity = capacity
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The default is the wall clock: setting it would shorten or prolong waits.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(arrival, &attributes)
    pthread_condattr_destroy(&attributes)
    pthread_mutex_init(mutex, nil)
  }

  @inlinable deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  /// The number of waiting elements.
  @inlinable public var count: Int { locked { elements.count } }

  /// Adds an element.
  ///
  /// - Returns: false when the queue is full or closed.
  @inlinable public func put(_ element: Element) -> Bool {
    put(element, upTo: capacity)
  }

  /// Adds an element beyond the capacity, for elements that are bounded elsewhere.
  ///
  /// - Returns: false when the queue is closed.
  @inlinable public func putRegardless(_ element: Element) -> Bool {
    put(element, upTo: .max)
  }

  /// Rejects further elements. Waiting elements can still be taken.
  @inlinable public func close() {
    locked { isClosed = true }
    pthread_cond_signal(arrival)
  }

  /// Waits for an element, the timeout or the end of the queue, and moves all elements into `batch`.
  ///
  /// - Parameters:
  ///   - batch: An empty array. Its storage is reused for the next elements.
  ///   - milliseconds: The timeout; nil waits without one.
  /// - Returns: false when the queue is closed and empty.
  @inlinable public func drain(into batch: inout [Element], waitingAtMost milliseconds: Int64?) -> Bool {
    let end = milliseconds.map { Self.end(after: Int($0 / 1000), Int($0 % 1000) * 1_000_000) }
    return locked {
      // A condition variable may wake without a signal (pthread_cond_wait(3)).
      while elements.isEmpty, !isClosed {
        isTakerAsleep = true
        let isTimeUp = Self.wait(arrival, mutex, until: end)
        isTakerAsleep = false
        if isTimeUp { break }
      }
      // Under the lock there is only an exchange of two pointers, however many elements wait.
      swap(&elements, &batch)
      return !isClosed || !batch.isEmpty
    }
  }

  /// Waits until so many elements wait, the timeout or the end of the queue. For the taker only.
  @inlinable public func gather(_ count: Int, waitingAtMost nanoseconds: Int) {
    let end = Self.end(after: nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    locked {
      wakingCount = count
      defer { wakingCount = 1 }
      while elements.count < count, !isClosed {
        isTakerAsleep = true
        let isTimeUp = Self.wait(arrival, mutex, until: end)
        isTakerAsleep = false
        if isTimeUp { break }
      }
    }
  }

  @inlinable func put(_ element: Element, upTo capacity: Int) -> Bool {
    pthread_mutex_lock(mutex)
    guard !isClosed, elements.count < capacity else {
      pthread_mutex_unlock(mutex)
      return false
    }
    elements.append(element)
    // A wake-up costs more than the rest of this function, so only the first of several senders makes it.
    let hasToWake = isTakerAsleep && elements.count >= wakingCount
    if hasToWake { isTakerAsleep = false }
    pthread_mutex_unlock(mutex)
    // After the unlock: the taker would wake only to wait for the mutex.
    if hasToWake { pthread_cond_signal(arrival) }
    return true
  }

  @inlinable func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// - Returns: Whether the timeout has passed.
  @inlinable static func wait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
    until end: timespec?
  ) -> Bool {
    guard var time = end else {
      pthread_cond_wait(condition, mutex)
      return false
    }
    return pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT
  }

  /// The time after seconds and less than a second of nanoseconds.
  @inlinable static func end(after seconds: Int, _ nanoseconds: Int) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let sum = time.tv_nsec + nanoseconds
    return timespec(tv_sec: time.tv_sec + seconds + sum / 1_000_000_000, tv_nsec: sum % 1_000_000_000)
  }
}
