"""A JSON client for the black-box tests."""

import http.client
import json


class Client:
    """An HTTP client. If the server ends before it responds, status and content are None."""

    def __init__(self, server):
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def ask(self, method, path, body=None, headers=None):
        try:
            content = None if body is None else json.dumps(body)
            self.http.request(method, path, content, {"Content-Type": "application/json", **(headers or {})})
            response = self.http.getresponse()
            return response.status, json.loads(response.read() or "null")
        except (OSError, http.client.HTTPException):
            self.http.close()
            return None, None

    def pages(self, path):
        """All items of a list."""
        after = 0
        while after is not None:
            _, page = self.ask("GET", f"{path}?after={after}&limit=1000")
            yield from page["items"]
            after = page["next"]

    def head(self, method, path, headers):
        """Status and fields of a response without reading its content."""
        self.http.request(method, path, None, headers)
        response = self.http.getresponse()
        self.http.close()
        return response.status, {name.lower(): value for name, value in response.getheaders()}
