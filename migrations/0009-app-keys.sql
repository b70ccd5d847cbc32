-- Keys with which sessions of one app can be made. The keys themselves are shown once and stand nowhere.
CREATE TABLE app_keys (
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  -- SHA-256, in hexadecimal digits.
  key_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (app, name)
) STRICT, WITHOUT ROWID;
