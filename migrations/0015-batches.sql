-- Batch jobs: one request, carried out on each of many sessions once.
CREATE TABLE batches (
  id INTEGER PRIMARY KEY,
  -- JSON.
  request TEXT NOT NULL,
  -- 'running', 'done' or 'cancelled'.
  state TEXT NOT NULL,
  -- Milliseconds since 1970.
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- The sessions up to this one, in the order of their ids, are done; NULL: none.
  cursor TEXT
) STRICT;

-- The sessions after the cursor that are done. A row is written with the change of the session.
CREATE TABLE batch_sessions (
  batch INTEGER NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (batch, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  -- 'changed', 'unchanged' or 'refused'.
  outcome TEXT NOT NULL,
  -- The code of a refusal; otherwise empty.
  code TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (batch, outcome, code)
) STRICT, WITHOUT ROWID;

-- A few refusals of each code. They are deleted with their session, since they may quote it.
CREATE TABLE batch_examples (
  session TEXT NOT NULL,
  batch INTEGER NOT NULL,
  code TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (session, batch)
) STRICT, WITHOUT ROWID;
