-- Tokens of sessions besides the one of their creation, and the codes that are traded for them. The tokens themselves are
-- shown once and stored nowhere.
CREATE TABLE tokens (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT,
  -- SHA-256, in hexadecimal digits.
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- NULL: valid without limit.
  expires_at INTEGER,
  -- Of a code: how long the token for it is valid, in milliseconds; NULL: without limit.
  lifetime INTEGER,
  is_code INTEGER NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_hash ON tokens (hash);
