-- The reason why the last attempt failed; NULL: none has.
ALTER TABLE calls ADD COLUMN failure TEXT;
