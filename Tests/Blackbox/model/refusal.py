class Refusal(Exception):
    """409, or 422. A final one ends the dispatch of the action."""

    def __init__(self, code, final=False, status=409):
        super().__init__(code)
        self.code, self.final, self.status = code, final, status


class Invalid(Refusal):
    def __init__(self, code):
        super().__init__(code, True, 422)
