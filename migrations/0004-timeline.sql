-- Undo, redo and jump. Going back appends a revision, whose edits lead to the state that an earlier one made.

-- The revision whose state was gone back or forth to; NULL: the change made a new state.
ALTER TABLE changes ADD COLUMN state_of INTEGER;

-- The revision whose state the session has, as of `revision`; NULL: `revision` itself.
ALTER TABLE sessions ADD COLUMN shown INTEGER;

-- The revision that made the newest state, which `redo` leads to; NULL: `revision` itself.
ALTER TABLE sessions ADD COLUMN tip INTEGER;

-- The oldest revision whose state can be gone back to: the changes up to it were pruned.
ALTER TABLE sessions ADD COLUMN oldest INTEGER NOT NULL DEFAULT 1;
