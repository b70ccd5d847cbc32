import CShims

/// libcrypto's functions for signatures, loaded at the first use. They stay loaded until the process ends.
// Unchecked, since the functions never change.
final class SignatureLibrary: @unchecked Sendable {
  /// The functions. `csignature_load` has set all of them, so no call checks for null.
  let functions: csignature

  private init(named name: String) throws(SignatureLibraryError) {
    var functions = csignature()
    if let reason = csignature_load(&functions, name) {
      throw SignatureLibraryError(reason: String(cString: reason))
    }
    self.functions = functions
  }

  private static let loaded = Result { () throws(SignatureLibraryError) in
    try SignatureLibrary(named: "libcrypto.so.3")
  }

  /// The library.
  static func load() throws(SignatureLibraryError) -> SignatureLibrary { try loaded.get() }
}

/// An error of libcrypto that prevents the verification of all signatures.
package struct SignatureLibraryError: Error, CustomStringConvertible {
  let reason: String
  package var description: String { "libcrypto cannot be used (Debian has it in libssl3): \(reason)" }
}
