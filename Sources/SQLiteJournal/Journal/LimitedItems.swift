import Sessions

/// The items of a page, limited in number and in bytes.
struct LimitedItems<Item: Sendable>: Sendable {
  private(set) var items: [Item] = []
  /// Whether an item was found after the limit was reached.
  private(set) var hasNext = false
  private var bytes = 0

  /// Appends an item, or sets `hasNext` if it exceeds a limit. The first item is always appended.
  mutating func append(_ item: Item, bytes size: Int, _ limit: Int, _ byteLimit: Int) {
    guard items.isEmpty || items.count < limit && bytes + size <= byteLimit else { return hasNext = true }
    items.append(item)
    bytes += size
  }

  var page: ItemPage<Item> { ItemPage(items: items, hasNext: hasNext) }
}
