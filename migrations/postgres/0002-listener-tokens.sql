-- The devices of listeners and reports: the SHA-256 of their tokens. NULL: no token.
ALTER TABLE listeners ADD COLUMN token bytea;
ALTER TABLE shown ADD COLUMN token bytea;
