-- The requests of sessions to other servers that have no answer yet. Never behind: a row comes with the change that asks,
-- and goes with the change that performs the action for the answer, or with the screen that asked.

CREATE TABLE calls (
  -- Unguessable, and the Idempotency-Key of each attempt.
  key TEXT NOT NULL PRIMARY KEY,
  session TEXT NOT NULL,
  -- The screen that asked; NULL: the app.
  screen TEXT,
  -- The revision that asked, and its time in milliseconds since 1970.
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  -- A JSON array of header fields.
  fields TEXT NOT NULL,
  body TEXT,
  -- Milliseconds.
  timeout INTEGER NOT NULL,
  -- A JSON object: the actions for the answer, and the variables of the step.
  reply TEXT NOT NULL,
  -- How many calls led to it, each made by the action for the answer to the one before.
  chain INTEGER NOT NULL,
  -- The number of failed attempts, and the time of the next one in milliseconds since 1970.
  attempts INTEGER NOT NULL,
  due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX calls_by_session ON calls (session);
