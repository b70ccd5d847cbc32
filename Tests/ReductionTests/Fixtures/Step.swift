import Reduction

/// An action by which a test selects the effects and the refusal of a reducer.
enum Step: Equatable, Sendable {
  case add(Int)
  /// Adds the number and then refuses.
  case addAndRefuse(Int)
  /// Adds the number and feeds back the other steps in order.
  case chain(Int, [Step])
  /// Feeds itself back endlessly.
  case endless
  case output(Note)
  case later(EffectID, Duration, [Step])
  case cancel(EffectID)
  case message(to: String, Note)

  static let refusal = Refusal.state("refused", "The test wants a refusal.")
}

struct Note: Output, Message, ExpressibleByStringLiteral {
  let text: String

  init(stringLiteral value: String) {
    text = value
  }
}

/// An output of another type than `Note`.
struct OtherNote: Output {
  let number: Int
}

/// Appends the added numbers, so that a test can check their order.
let steps = Reducer<[Int], Step, Void> { numbers, step, _ throws(Refusal) in
  switch step {
  case .add(let number):
    numbers.append(number)
  case .addAndRefuse(let number):
    numbers.append(number)
    throw Step.refusal
  case .chain(let number, let others):
    numbers.append(number)
    return .merge(others.map { .send($0) })
  case .endless: return .send(.endless)
  case .output(let note): return .output(note)
  case .later(let id, let delay, let others): return .after(id: id, delay, .chain(0, others))
  case .cancel(let id): return .cancel(id: id)
  case .message(let recipient, let note): return .message(to: recipient, note)
  }
  return .none
}
