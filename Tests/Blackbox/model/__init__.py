"""The rules of navigation as a model, written from the documented rules and not from the server's source."""
