"""Run the evaluation."""

import sys

from pi_companion.evaluation.run import main

sys.exit(main())
