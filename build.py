#!/usr/bin/env python3
"""The one entry: serve, test, build, check, compile. `python3 build.py --help` says more.

Starts on the standard library alone and goes on inside `.venv`, which it makes. This file is written so
that a Python too old for the rest can still read it, and say so.
"""

import sys

MINIMUM = (3, 11)


def main() -> int:
    """Refuse an old Python in plain words; else hand over to the builder."""
    if sys.version_info < MINIMUM:
        sys.stderr.write(
            "Python {}.{} or newer is needed; this is Python {}.{} ({}).\n"
            "Start build.py with a newer one, for example: python{}.{} build.py serve\n".format(
                *MINIMUM, *sys.version_info[:2], sys.executable, *MINIMUM
            )
        )
        return 2
    from pathlib import Path  # noqa: PLC0415 (only a Python that is new enough gets here)

    root = Path(__file__).resolve().parent
    sys.path.insert(0, str(root))
    from web.commands import main as run  # noqa: PLC0415

    return run(root, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
