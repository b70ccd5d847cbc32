-- Sessions that were deleted: who still listens to one is told so, and not that there never was one.
CREATE TABLE tombstones (
  session TEXT PRIMARY KEY,
  -- Milliseconds since 1970.
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
