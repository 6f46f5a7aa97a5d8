/* opdev/op_log.h: logging of operators is not emulated; unit tests include this header and use nothing of it.
   A file of aclnn_emu. */
#ifndef ACLNN_EMU_OPDEV_OP_LOG_H
#define ACLNN_EMU_OPDEV_OP_LOG_H

#include "aclnn/opdev/op_errno.h"

#endif
