-- The SHA-256 of the token that the deleted session had: who has it is still told that the session is gone, where others are
-- told that there is none. NULL for those that were deleted before this was kept.
ALTER TABLE tombstones ADD COLUMN token_hash TEXT;
