import JSON

// The size as JSON.

extension Screen {
  /// The approximate size as JSON in bytes, including the content.
  var size: Int {
    48 + id.utf8.count + route.utf8.count + params.encodedSize + state.encodedSize + Self.size(ofFormer: formerParams)
      + (content?.size ?? 0)
  }
}

extension Container {
  var size: Int {
    screens.reduce(64 + id.utf8.count + focus.size) { $0 + $1.size } + presented.reduce(0) { $0 + $1.size }
  }
}

extension Container.Focus {
  var size: Int { (visits ?? []).reduce(history.reduce(0) { $0 + $1.size }) { $0 + $1.utf8.count + 3 } }
}

extension Presented {
  var size: Int { 32 + screen.size }
}

// The size in memory.

extension Tree {
  /// The approximate size of the tree in memory without cached JSON, in bytes. Visits all of it.
  package var memorySize: Int {
    root.heapSize + data.heapSize + timers.reduce(timers.heapSize) { $0 + 4 * $1.size }
  }
}

extension Container {
  fileprivate var heapSize: Int {
    let screensSize = screens.reduce(screens.heapSize) { $0 + $1.heapSize }
    let presentedSize = presented.reduce(presented.heapSize) { $0 + $1.screen.heapSize }
    let historySize = focus.history.reduce(focus.history.heapSize) { size, visit in
      size + visit.screen.heapSize + (visit.params?.heapSize ?? 0)
    }
    let visits = focus.visits ?? []
    let visitsSize = visits.reduce(visits.heapSize) { $0 + $1.heapSize }
    return id.heapSize + screensSize + presentedSize + historySize + visitsSize
  }
}

extension Screen {
  fileprivate var heapSize: Int {
    let contentSize = content?.heapSize ?? 0
    let intentSize = intent?.heapSize ?? 0
    let formerSize = formerParams.reduce(formerParams.heapSize) { $0 + $1.heapSize }
    return id.heapSize + route.heapSize + params.heapSize + state.heapSize + formerSize + intentSize + contentSize
  }
}

// Derived values are kept while a session is in use, and dropped afterwards.

extension Container {
  mutating func cacheJSON() {
    for index in screens.indices { screens[index].cacheJSON() }
    for index in presented.indices { presented[index].screen.cacheJSON() }
  }

  mutating func compact() {
    for index in screens.indices { screens[index].compact() }
    for index in presented.indices { presented[index].screen.compact() }
    // An allocator rounds sizes up, by a quarter at most.
    if screens.capacity > screens.count + screens.count / 4 { screens = screens.trimmed }
    if presented.isEmpty, presented.capacity > 0 { presented = [] }
  }
}

extension Array {
  /// A copy without spare storage.
  package var trimmed: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy += self
    return copy
  }
}
