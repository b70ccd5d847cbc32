"""What a person does in the inspector, done by a browser; a module for each part of the page."""
