"""`python -m headjudge.cli`."""

import sys

from headjudge.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
