/* op_api/op_api_def.h: numbers that unit tests of operators name.
   A file of aclnn_emu. */
#ifndef ACLNN_EMU_OP_API_OP_API_DEF_H
#define ACLNN_EMU_OP_API_OP_API_DEF_H

#include <cstddef>

namespace op {

/* How many dimensions operators take, batch normalisation at least; how long a mask may be. */
constexpr size_t MAX_SUPPORT_DIMS_NUMS = 8;
constexpr size_t BN_MIN_SUPPORT_DIMS_NUMS = 2;
constexpr size_t MAX_MASK_LEN64 = 64;

} // namespace op

#endif
