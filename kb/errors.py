"""The root of all errors that a user can cause or mend; apart, because looking a clause up needs nothing else of clause.py."""


class HeadjudgeError(Exception):
    """What is wrong (`code`) and its facts.

    The words are the command line's (`cli/messages.toml`, one entry a code, in Chinese and English).
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code}: " + ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
