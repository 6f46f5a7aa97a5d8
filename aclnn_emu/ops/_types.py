"""CANN's short names of the dtypes, as its promotion tables print them."""

from __future__ import annotations

from aclnn_emu.core.dtypes import DataType

F32, F16, F64, BF16 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_DOUBLE, DataType.ACL_BF16
S8, S16, S32, S64 = DataType.ACL_INT8, DataType.ACL_INT16, DataType.ACL_INT32, DataType.ACL_INT64
U8, U16, U32, U64 = DataType.ACL_UINT8, DataType.ACL_UINT16, DataType.ACL_UINT32, DataType.ACL_UINT64
C32, C64, C128 = DataType.ACL_COMPLEX32, DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128
BOOL, S4 = DataType.ACL_BOOL, DataType.ACL_INT4
HIF8, F8E5M2, F8E4M3 = DataType.ACL_HIFLOAT8, DataType.ACL_FLOAT8_E5M2, DataType.ACL_FLOAT8_E4M3FN
F8E8M0, F4E2M1, F4E1M2 = DataType.ACL_FLOAT8_E8M0, DataType.ACL_FLOAT4_E2M1, DataType.ACL_FLOAT4_E1M2
UNDEFINED = DataType.ACL_DT_UNDEFINED
