"""What cannot be run: shown with the verdict, which it makes unknown wherever it was needed. Never guessed."""


class NotModelledError(Exception):
    """A step came to something that the simulator does not know how to do; `words` say what, as printed where they can."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words
