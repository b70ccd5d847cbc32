-- The current screen of each session, so that a list reads one row of a session and not its containers and screens. NULL until
-- the session's tables are written the next time.
ALTER TABLE sessions ADD COLUMN current TEXT;

-- The routes on the path to the current screen, its own last: a JSON array.
ALTER TABLE sessions ADD COLUMN path TEXT;
