import Sessions

/// The items of an answer, as many and as long as they may be.
struct LimitedItems<Item: Sendable>: Sendable {
  private(set) var items: [Item] = []
  /// Whether one was found that has no place any more.
  private(set) var hasNext = false
  private var bytes = 0

  /// Takes an item, or notes that there is another one. The first one has a place however long it is.
  mutating func append(_ item: Item, bytes size: Int, _ limit: Int, _ byteLimit: Int) {
    guard items.isEmpty || items.count < limit && bytes + size <= byteLimit else { return hasNext = true }
    items.append(item)
    bytes += size
  }

  var page: ItemPage<Item> { ItemPage(items: items, hasNext: hasNext) }
}
