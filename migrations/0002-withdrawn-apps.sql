-- When a version of an app was withdrawn; NULL while sessions can be made of it. A withdrawn one stays here for the sessions
-- that began with it.
ALTER TABLE apps ADD COLUMN withdrawn_at INTEGER;
