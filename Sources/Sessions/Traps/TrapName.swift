import CShims
import Synchronization

/// The name of an app as the handler of a trap reads it. There is one of each name, so that a note does not copy it.
///
/// Unchecked: the memory is written before it is shared, and never afterwards or freed.
struct TrapName: @unchecked Sendable {
  let name: UnsafePointer<navstate_name>

  private static let names = Mutex<[String: TrapName]>([:])

  init(_ text: String) {
    self = Self.names.withLock { names in
      if let known = names[text] { return known }
      let new = TrapName(new: text)
      names[text] = new
      return new
    }
  }

  private init(new text: String) {
    let memory = UnsafeMutablePointer<navstate_name>.allocate(capacity: 1)
    memory.initialize(to: navstate_name())
    var text = text
    text.withUTF8 { navstate_set_name(memory, $0.baseAddress, $0.count) }
    name = UnsafePointer(memory)
  }
}
