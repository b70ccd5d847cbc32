import Reduction

/// A message to the display.
struct Counted: Message {
  let count: Int
}

/// A counter that tells the display each count.
let button = Reducer<Int, Void, Void> { count, _, _ in
  count += 1
  return .message(to: "display", Counted(count: count))
}

/// Shows the greatest count of all buttons.
let display = Reducer<Int, Counted, Void> { greatest, counted, _ in
  greatest = max(greatest, counted.count)
  return .none
}
