import JSON
import Navigation

/// A receipt as it is stored for an idempotency key: without its plan and its session, which are rendered again from the
/// history.
///
/// Stored as a JSON array; a response that is stored whole is a JSON object.
struct StoredReceipt {
  /// The undo state, the key and the labels that the session's JSON shows.
  let undoState: UndoState
  let metadata: SessionMetadata
  /// The receipt as for `Prefer: return=minimal`.
  let minimal: [UInt8]
  let isChanged: Bool

  /// The longest receipt that is stored whole: it is also repeated after its revision is pruned.
  static let longestWhole = 1_024

  /// Parses the form that `bytes` returns; nil when the response is stored whole.
  init?(stored bytes: [UInt8]) throws(CorruptSession) {
    guard bytes.first == UInt8(ascii: "[") else { return nil }
    let json = try JSONValue(stored: bytes, "the stored answer")
    guard case .array(let parts) = json, parts.count == 2, case .object(let shown) = parts[0],
      case .object(let receipt) = parts[1], let undoState = UndoState(stored: shown)
    else { throw CorruptSession(detail: "the stored answer begins with \(json.text.prefix(80))") }
    do throws(ArchiveLine.Fault) {
      self.init(
        undoState: undoState, metadata: try SessionMetadata(archived: shown), minimal: JSONValue.object(receipt).bytes,
        isChanged: receipt["changed"] == true)
    } catch {
      throw CorruptSession(detail: "the stored answer: \(error.detail)")
    }
  }

  init(undoState: UndoState, metadata: SessionMetadata, minimal: [UInt8], isChanged: Bool) {
    self.undoState = undoState
    self.metadata = metadata
    self.minimal = minimal
    self.isChanged = isChanged
  }

  var bytes: [UInt8] {
    var json = JSONWriter(capacity: 128 + minimal.count)
    json.append("[{\"shown\":", integer: undoState.shown)
    json.append(",\"tip\":", integer: undoState.tip)
    json.append(",\"oldest\":", integer: undoState.oldest)
    json.append(members: metadata)
    json.append("},")
    json.append(raw: minimal)
    json.append("]")
    return json.bytes
  }

  /// Renders the whole receipt.
  ///
  /// - Parameters:
  ///   - tree: The tree at the receipt's revision.
  ///   - edits: The edits of the change; empty when the request changed nothing.
  func whole(
    _ store: SessionStore, _ tree: Tree, _ version: SessionStore.Version, _ edits: [Edit]
  ) -> [UInt8] {
    var version = version
    version.undoState = undoState
    var json = JSONWriter(capacity: 1_024 + tree.size)
    json.append(raw: minimal.dropLast())
    json.append(",\"plan\":")
    Plan(edits).write(to: &json)
    json.append(",\"session\":")
    json.append(session: store, tree, version, metadata)
    json.append("}")
    return json.bytes
  }
}

extension UndoState {
  fileprivate init?(stored json: JSONObject) {
    let numbers = ["shown", "tip", "oldest"].compactMap { json[$0]?.integerValue.flatMap { Int(exactly: $0) } }
    guard numbers.count == 3, numbers.allSatisfy({ (0...Self.largest).contains($0) }) else { return nil }
    self.init(shown: numbers[0], tip: numbers[1], oldest: numbers[2])
  }
}

/// The edits of a change with the values that patches omit, read back from the tree after it.
struct ChangeEdits: PastVisitor {
  private var draft: Draft
  private(set) var edits: [Edit] = []
  /// Whether the change was found.
  private(set) var isComplete = false

  /// - Parameter tree: The tree after the change.
  init(endingAt tree: Tree) {
    draft = Draft(tree)
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    let stored = try [Edit](stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      edits = try draft.revert(stored: stored) + edits
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
    isComplete = change.part.isLast
  }
}
