# Made by tools/make_stubs.py from the prototypes; do not edit.

from aclnn_emu.aclnn._stubs import *
