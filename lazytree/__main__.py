"""`python -m lazytree`: see `lazytree.cli`."""

import sys

from lazytree.cli import main

if __name__ == "__main__":
    sys.exit(main())
