import Sessions

extension SessionExport {
  /// The bytes of all pieces of the export.
  package var bytes: [UInt8] {
    get async throws {
      var bytes: [UInt8] = []
      var rest: SessionExport? = self
      while let export = rest {
        switch try await export.read() {
        case .last(let piece):
          bytes += piece
          rest = nil
        case .part(let piece, let following):
          bytes += piece
          rest = following
        }
      }
      return bytes
    }
  }
}
