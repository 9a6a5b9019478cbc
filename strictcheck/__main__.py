"""`python -m strictcheck`: see `strictcheck.cli`."""

import sys

from strictcheck.cli import main

if __name__ == "__main__":
    sys.exit(main())
