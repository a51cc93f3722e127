"""`python -m pi_companion` is the command `pi-companion`."""

import sys

from pi_companion.cli import main

if __name__ == "__main__":
    sys.exit(main())
