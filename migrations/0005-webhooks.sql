-- Other people's servers, and the outputs that are on their way to them.

CREATE TABLE webhooks (
  name TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  -- JSON arrays of names; empty: all.
  apps TEXT NOT NULL,
  outputs TEXT NOT NULL,
  secret TEXT NOT NULL,
  -- Why nothing is sent, and since when; NULL: it is.
  parked_reason TEXT,
  parked_since INTEGER
) STRICT, WITHOUT ROWID;

-- A row comes with the change that its output is of, goes when the receiver has it, and outlives its session.
CREATE TABLE deliveries (
  -- Never used twice: an output that was taken is not mistaken for a later one.
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook TEXT NOT NULL,
  session TEXT NOT NULL,
  app TEXT NOT NULL,
  -- The output's number in its session.
  seq INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE INDEX deliveries_by_webhook ON deliveries (webhook, position);
CREATE INDEX deliveries_by_session ON deliveries (webhook, session, position);
