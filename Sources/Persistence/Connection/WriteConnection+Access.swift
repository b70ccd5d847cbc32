import Digest
import SQLite
import Sessions

// Access: the tokens of sessions and the keys of apps, both stored as hashes.

extension WriteConnection {
  func setToken(_ hash: [UInt8], of session: SessionID) throws(SQLiteError) {
    writes.setToken.bind(hash.hexadecimal)
    bind(session, to: writes.setToken)
    try writes.setToken.run()
  }

  func perform(_ write: AppKeyWrite) throws(SQLiteError) {
    switch write {
    case .add(let key):
      writes.addAppKey.bind(key.app)
      writes.addAppKey.bind(key.name)
      writes.addAppKey.bind(key.hash.hexadecimal)
      writes.addAppKey.bind(key.createdAt)
      try writes.addAppKey.run()
    case .remove(let app, let name):
      writes.removeAppKey.bind(app)
      writes.removeAppKey.bind(name)
      try writes.removeAppKey.run()
    }
  }
}
