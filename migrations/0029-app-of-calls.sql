-- The app of the session, for its share of the calls in flight; empty: the row is older.
ALTER TABLE calls ADD COLUMN app TEXT NOT NULL DEFAULT '';
