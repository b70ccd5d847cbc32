import Navigation
import Sessions
import Support

// The keys and labels by which sessions are found, and access: the tokens of sessions and operators, and the keys of
// apps, all stored as hashes.

extension WriteConnection {
  /// Finds the session of an app that has a key; also one that the current transaction has created.
  func find(key: String, of app: String) throws(SQLiteError) -> SessionID? {
    writes.findKey.bind(key)
    writes.findKey.bind(app)
    // A corrupted id belongs to no session.
    return try writes.findKey.fetchOne { row in SessionID(row.borrowedBytes(0)) } ?? nil
  }

  /// Gives a session without a key one.
  func setKey(_ key: String, of session: SessionID) throws(SQLiteError) {
    bind(session, to: writes.setKey)
    writes.setKey.bind(key)
    try writes.setKey.run()
    try writes.countKey.run()
  }

  func setLabels(_ labels: Labels, of session: SessionID) throws(SQLiteError) {
    try run(writes.deleteLabels, of: session)
    try insert(labels, of: session)
  }

  func insert(_ labels: Labels, of session: SessionID) throws(SQLiteError) {
    for (name, value) in labels {
      bind(session, to: writes.insertLabel)
      writes.insertLabel.bind(name)
      writes.insertLabel.bind(value)
      try writes.insertLabel.run()
    }
  }

  func setToken(_ hash: [UInt8], of session: SessionID) throws(SQLiteError) {
    bind(session, to: writes.setToken)
    writes.setToken.bind(hash.hexadecimal)
    try writes.setToken.run()
  }

  func setTokens(_ tokens: SessionTokens, of session: SessionID) throws(SQLiteError) {
    try run(writes.deleteTokens, of: session)
    for token in tokens.items {
      let statement = writes.insertToken
      bind(session, to: statement)
      statement.bind(token.id)
      statement.bind(token.role.rawValue)
      statement.bind(token.name)
      statement.bind(token.hash.hexadecimal)
      statement.bind(token.createdAt)
      statement.bind(token.expiresAt.map { Int($0) })
      statement.bind(token.lifetime.map { Int($0) })
      statement.bind(token.isCode ? 1 : 0)
      statement.bind(token.maker?.hexadecimal)
      try statement.run()
    }
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

  func perform(_ write: OperatorWrite) throws(SQLiteError) {
    switch write {
    case .add(let token):
      writes.addOperator.bind(token.id)
      writes.addOperator.bind(token.name)
      writes.addOperator.bind(token.hash.hexadecimal)
      writes.addOperator.bind(token.scopes.names.joined(separator: " "))
      writes.addOperator.bind(token.apps.joined(separator: " "))
      writes.addOperator.bind(token.createdAt)
      writes.addOperator.bind(token.expiresAt.map { Int($0) })
      try writes.addOperator.run()
    case .remove(let id):
      writes.removeOperator.bind(id)
      try writes.removeOperator.run()
    }
  }
}
