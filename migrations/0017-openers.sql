-- The screen that opened a screen, and the action that a guard refused and that is performed when the screen returns a
-- result. NULL: none; most screens have neither.
ALTER TABLE screens ADD COLUMN opener TEXT;

-- A JSON object, the fields of the action.
ALTER TABLE screens ADD COLUMN intent TEXT;

-- The data with which a session began, for apps that can restart; NULL: that of the definition. A JSON object.
ALTER TABLE sessions ADD COLUMN initial_data TEXT;
