"""Random definitions of apps and random requests, sent to a server that has to live and to answer as openapi.json says."""
