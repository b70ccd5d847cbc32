-- The token that made a handoff code: its SHA-256, in hexadecimal digits. The code ends with it. NULL: the admin's, or none.
ALTER TABLE tokens ADD COLUMN maker TEXT;
