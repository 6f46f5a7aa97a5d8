/* opdev/common_types.h: the types of the public interface; those inside operators are not emulated.
   A file of aclnn_emu. */
#ifndef ACLNN_EMU_OPDEV_COMMON_TYPES_H
#define ACLNN_EMU_OPDEV_COMMON_TYPES_H

#include "aclnn/aclnn_base.h"

#endif
