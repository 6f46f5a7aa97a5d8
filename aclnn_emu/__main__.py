"""``python -m aclnn_emu`` is ``aclnn-emu``."""

import sys

from aclnn_emu.cli import main

sys.exit(main())
