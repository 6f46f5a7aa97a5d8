/* platform/platform_info.h: which chip a unit test runs for; see opdev/platform.h.
   A file of aclnn_emu: unit tests include this header and use nothing else of it. */
#ifndef ACLNN_EMU_PLATFORM_PLATFORM_INFO_H
#define ACLNN_EMU_PLATFORM_PLATFORM_INFO_H

#include "opdev/platform.h"

#endif
