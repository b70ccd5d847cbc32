-- The expiry of sessions that are not used any more.

-- Milliseconds after `updated_at`; NULL: that of the server.
ALTER TABLE sessions ADD COLUMN expires INTEGER;

-- Each session is in one of these indexes.
CREATE INDEX sessions_by_expiry ON sessions (updated_at + expires) WHERE expires IS NOT NULL;

CREATE INDEX sessions_by_update ON sessions (updated_at) WHERE expires IS NULL;

-- 'expired'; NULL: a client or a batch job deleted the session.
ALTER TABLE tombstones ADD COLUMN reason TEXT;
