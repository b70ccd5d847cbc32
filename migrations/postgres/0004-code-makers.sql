-- The token that made a handoff code: its SHA-256. The code ends with it. NULL: the admin's, or none.
ALTER TABLE tokens ADD COLUMN maker bytea;
