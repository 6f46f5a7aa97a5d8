"""``aclnn-emu dsp``: the DSP platforms FT78NE and MT7004."""

from __future__ import annotations

import argparse

from aclnn_emu.cli._text import close_names, complain

HELP = "the DSP platforms: memory map, demo"
EXAMPLES = """\
  aclnn-emu dsp map            the regions of both platforms
  aclnn-emu dsp map MT7004     of one
  aclnn-emu dsp demo           the two programs of the operator's page, with data
"""

_SAMPLE = "dsp_bce_grad"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to show."""
    what = parser.add_subparsers(metavar="WHAT", required=True)
    regions = what.add_parser("map", help="print the regions of a platform's memory")
    regions.add_argument("platform", metavar="PLATFORM", nargs="?", help="FT78NE or MT7004; both by default")
    regions.set_defaults(show=_map)
    sample = what.add_parser("demo", help=f"run the sample {_SAMPLE}")
    sample.set_defaults(show=_demo)


def run(args: argparse.Namespace) -> int:
    """Show it."""
    status: int = args.show(args)
    return status


def _map(args: argparse.Namespace) -> int:
    from aclnn_emu.dsp import PLATFORMS, Device

    wanted = list(PLATFORMS) if args.platform is None else [args.platform.upper()]
    if wanted[0] not in PLATFORMS:
        close = close_names(args.platform, PLATFORMS) or list(PLATFORMS)
        complain(f"there is no platform {args.platform}; there are {', '.join(close)}")
        return 1
    print("\n\n".join(Device(name).memory.map() for name in wanted))
    return 0


def _demo(_: argparse.Namespace) -> int:
    from aclnn_emu.cli import demo

    return demo.run(argparse.Namespace(sample=_SAMPLE, list=False, source=False))
