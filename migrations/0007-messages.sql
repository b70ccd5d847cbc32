-- The messages on their way from one session to another. Never behind: a row comes with the change of the sender and goes
-- with the change of the recipient that carries it out.

CREATE TABLE messages (
  -- In the order of the commits, and never given twice: messages are read by what comes after the last one that was.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  action TEXT NOT NULL,
  -- When it was sent, in milliseconds since 1970.
  at INTEGER NOT NULL,
  -- How many messages led to it, each sent by what the one before did.
  chain INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_by_recipient ON messages (recipient);
