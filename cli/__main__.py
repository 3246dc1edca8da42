"""`python -m headjudge.cli`."""

from headjudge.cli.main import run

if __name__ == "__main__":
    run()
