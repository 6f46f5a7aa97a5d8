/* op_api/op_api_def_nn.h: numbers that unit tests of ops-nn name.
   A file of aclnn_emu. */
#ifndef ACLNN_EMU_OP_API_OP_API_DEF_NN_H
#define ACLNN_EMU_OP_API_OP_API_DEF_NN_H

#include <cstdint>

#include "op_api/op_api_def.h"

namespace op {

/* cubeMathType of matrix products: what a cube core may compute in. */
constexpr int8_t FP16FP32_KEEP_DTYPE = -1;
constexpr int8_t KEEP_DTYPE = 0;
constexpr int8_t ALLOW_FP32_DOWN_PRECISION = 1;
constexpr int8_t USE_FP16 = 2;
constexpr int8_t USE_HF32 = 3;
constexpr int8_t USE_FP32_ADD = 4;

} // namespace op

#endif
