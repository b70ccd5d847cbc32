import JSON

extension Edit {
  /// The part of a session whose JSON text a patch changes.
  public enum PatchTarget: Sendable, Equatable {
    case state(Screen.ID)
    case params(Screen.ID)
    case formerParams(Screen.ID)
    case data
    case container(Container.ID)

    var name: StaticString {
      switch self {
      case .state: "state"
      case .params: "params"
      case .formerParams: "formerParams"
      case .data: "data"
      case .container: "container"
      }
    }

    var id: String {
      switch self {
      case .state(let id), .params(let id), .formerParams(let id), .container(let id): id
      case .data: ""
      }
    }

    init?(name: String, id: String) {
      switch name {
      case "state": self = .state(id)
      case "params": self = .params(id)
      case "formerParams": self = .formerParams(id)
      case "data": self = .data
      case "container": self = .container(id)
      default: return nil
      }
    }
  }

  /// The step with a patch instead of the former and the new value, if that is shorter; otherwise the step itself.
  package var compacted: Edit {
    switch self {
    case .params(let screen, let former, let new):
      compacted(.params(screen), JSONValue.object(former).bytes, JSONValue.object(new).bytes)
    case .formerParams(let screen, let former, let new):
      compacted(.formerParams(screen), former.text, new.text)
    case .state(let screen, let former, let new): compacted(.state(screen), former.bytes, new.bytes)
    case .data(let former, let new): compacted(.data, former.bytes, new.bytes)
    case .replace(let container, let former, let new): compacted(.container(container), former.text, new.text)
    default: self
    }
  }

  private func compacted(_ place: PatchTarget, _ former: [UInt8], _ new: [UInt8]) -> Edit {
    let patch = TextPatch(from: former, to: new)
    return patch.size < former.count + new.count ? .patch(place, patch) : self
  }
}

extension Tree {
  /// Returns a stored step with the former and the new value instead of a patch.
  ///
  /// - Parameter keepingText: Whether a long new value is kept as its text.
  /// - Throws: `EditMismatch` when the patch was not made for this tree.
  func resolved(_ edit: Edit, keepingText: Bool = false) throws(EditMismatch) -> Edit {
    guard case .patch(let place, let patch) = edit else { return edit }
    switch place {
    case .state(let id):
      let former = try patched(screen: id).state
      return .state(id, former: former, new: try value(former.textSlice, patch, place, keepingText))
    case .params(let id):
      let former = try patched(screen: id).params
      guard case .object(let new) = try value(JSONValue.object(former).textSlice, patch, place, keepingText) else {
        throw EditMismatch("a patch of the params of \(id) does not result in an object")
      }
      return .params(id, former: former, new: new)
    case .formerParams(let id):
      let former = try patched(screen: id).formerParams
      let new = try value(former.text[...], patch, place, keepingText)
      do throws(StoredDataError) {
        return .formerParams(id, former: former, new: try Screen.formerParams(new))
      } catch {
        throw EditMismatch("a patch of \(id) does not result in former params: \(error)")
      }
    case .data:
      return .data(former: data, new: try value(data.textSlice, patch, place, keepingText))
    case .container(let id):
      guard let former = container(id) else { throw EditMismatch("the container \(id) does not exist") }
      let json = try value(former.text[...], patch, place, keepingText)
      do throws(StoredDataError) {
        return .replace(id, former: former, new: try Container(stored: json))
      } catch {
        throw EditMismatch("a patch of \(id) does not result in a container: \(error)")
      }
    }
  }

  private func patched(screen id: Screen.ID) throws(EditMismatch) -> Screen {
    guard let screen = screen(id) else { throw EditMismatch("the screen \(id) does not exist") }
    return screen
  }

  private func value(
    _ text: ArraySlice<UInt8>, _ patch: TextPatch, _ place: Edit.PatchTarget, _ keepingText: Bool
  ) throws(EditMismatch) -> JSONValue {
    let new = try patch.applied(to: text)
    do throws(JSONError) {
      // Stored containers can be nested deeper than those from clients.
      return keepingText
        ? try JSONValue(keeping: new[...]) : try JSONValue(parsing: new, maximumDepth: 2_048)
    } catch {
      throw EditMismatch("a patch of \(place.name) \(place.id) does not result in valid JSON: \(error)")
    }
  }
}

extension [JSONObject] {
  /// The objects as they are stored in a step.
  fileprivate var text: [UInt8] {
    var json = JSONWriter()
    json.append(objects: self)
    return json.bytes
  }
}
