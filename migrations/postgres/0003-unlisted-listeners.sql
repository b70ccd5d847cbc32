-- Waiting requests keep a session from expiring, and are not listed.
ALTER TABLE listeners ADD COLUMN is_listed boolean NOT NULL DEFAULT true;
