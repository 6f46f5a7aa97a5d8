# Made by tools/make_stubs.py from the prototypes; do not edit.

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.functions import *
from aclnn_emu.aclnn._stubs.types import *
from aclnn_emu.aclnn._stubs.ops_activation import *
from aclnn_emu.aclnn._stubs.ops_control import *
from aclnn_emu.aclnn._stubs.ops_conv import *
from aclnn_emu.aclnn._stubs.ops_conversion import *
from aclnn_emu.aclnn._stubs.ops_foreach import *
from aclnn_emu.aclnn._stubs.ops_index import *
from aclnn_emu.aclnn._stubs.ops_loss import *
from aclnn_emu.aclnn._stubs.ops_math import *
from aclnn_emu.aclnn._stubs.ops_matmul import *
from aclnn_emu.aclnn._stubs.ops_norm import *
from aclnn_emu.aclnn._stubs.ops_optim import *
from aclnn_emu.aclnn._stubs.ops_pooling import *
from aclnn_emu.aclnn._stubs.ops_quant import *
from aclnn_emu.aclnn._stubs.ops_random import *
from aclnn_emu.aclnn._stubs.ops_rnn import *
from aclnn_emu.aclnn._stubs.ops_vfusion import *
