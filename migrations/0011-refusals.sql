-- Why the action of a timer was refused: {"code", "detail"}; NULL where no action was refused. The change ends the timer and
-- does nothing else.
ALTER TABLE changes ADD COLUMN refused TEXT;

DROP VIEW history;

-- The view with that column, and otherwise as before.
CREATE VIEW history AS
SELECT
  revisions.session,
  revisions.revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', changes.at / 1000.0, 'unixepoch') AS at,
  changes.actor,
  changes.action,
  changes.outputs,
  changes.refused
FROM revisions
JOIN changes ON changes.seq = revisions.change;
