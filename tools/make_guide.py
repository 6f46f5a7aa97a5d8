"""Put the tour's real output into docs/guide.md: section N behind the mark ``<!-- tour N -->``.

python tools/make_guide.py            rewrite the page
python tools/make_guide.py --check    exit 1 when the committed page is not what would be written
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "docs" / "guide.md"

# What differs from run to run, and what the page has in its place.
_VARYING = re.compile(r"\[PID: \d+\] [-\d]+:\d\d:\d\d\.\d{3}\.\d{3}")
_FIXED = "[PID: 4711] 2026-01-31-12:00:00.000.000"
_MARK = re.compile(r"(<!-- tour (\d+) -->\n)(?:```text\n.*?```\n)?", re.DOTALL)
_HEADING = re.compile(r"^\d+\. .*\n=+\n", re.MULTILINE)


def tour_sections() -> list[str]:
    """What the tour prints under each heading; item 0 is what stands before the first."""
    tour = ROOT / "samples" / "two_phase_tour.py"
    done = subprocess.run([sys.executable, str(tour)], capture_output=True, text=True, check=True)  # noqa: S603
    return [part.strip("\n") + "\n" for part in _HEADING.split(_VARYING.sub(_FIXED, done.stdout))]


def render(page: str) -> str:
    """The page with the output behind each mark made anew."""
    sections = tour_sections()
    return _MARK.sub(lambda match: f"{match[1]}```text\n{sections[int(match[2])]}```\n", page)


def main() -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when something is out of date"
    )
    arguments = parser.parse_args()
    page = OUTPUT.read_text(encoding="utf-8")
    fresh = render(page)
    if arguments.check:
        if page != fresh:
            print(f"{OUTPUT.name} is out of date; run python tools/make_guide.py", file=sys.stderr)
        return int(page != fresh)
    OUTPUT.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
