-- The delayed actions that are pending. Unlike the other tables this one is never behind: its rows come and go with the
-- changes that set and end them, so that what is due can be found without loading a session.

CREATE TABLE timers (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Whose reducer asked; NULL: the app's own.
  screen TEXT,
  -- The name under which the reducer can replace or cancel it.
  effect TEXT NOT NULL,
  fire_at INTEGER NOT NULL,
  action TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

-- With the primary key, which SQLite adds to it, this is the order in which they are read.
CREATE INDEX timers_by_fire_at ON timers (fire_at);
