class Refusal(Exception):
    """409, or 422. One that is final ends the search for a container that takes the action."""

    def __init__(self, code, final=False, status=409):
        super().__init__(code)
        self.code, self.final, self.status = code, final, status


class Invalid(Refusal):
    """422."""

    def __init__(self, code):
        super().__init__(code, True, 422)
