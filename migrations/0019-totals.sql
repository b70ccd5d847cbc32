-- The numbers of keys and labels of all sessions, which would take a scan to count. Sessions without them change nothing here.

CREATE TABLE totals (
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO totals (name, count)
VALUES ('keys', (SELECT count(*) FROM sessions WHERE key IS NOT NULL)), ('labels', (SELECT count(*) FROM labels));

-- A key never changes.
CREATE TRIGGER session_with_key_inserted AFTER INSERT ON sessions WHEN NEW.key IS NOT NULL
BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'keys';
END;

CREATE TRIGGER session_with_key_deleted AFTER DELETE ON sessions WHEN OLD.key IS NOT NULL
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'keys';
END;

CREATE TRIGGER label_inserted AFTER INSERT ON labels
BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'labels';
END;

CREATE TRIGGER label_deleted AFTER DELETE ON labels
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'labels';
END;
