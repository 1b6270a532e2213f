"""`python -m checker`."""

from __future__ import annotations

import sys

from checker.cli import main

sys.exit(main())
