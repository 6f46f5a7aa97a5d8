"""Functions of the operator headers that are no phase of an aclnn operator; none of them is emulated.

Host functions that size or convert a weight, and two operators with names of the acl kind. Programs use them, so they
are declared, exported, and refuse with 561003 and a text.
Source: the headers of the same names in ops-math and ops-nn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from aclnn_emu.capi.declare import EXECUTOR, WORKSPACE, CFunctionType
from aclnn_emu.errors import FindKernel

__all__ = ["HELPERS", "Helper", "refuse_helper"]


class Helper(NamedTuple):
    """One of these functions.

    Attributes:
        header: header that declares it.
        ctype: the C function.
        math: the vendor has it in the library of mathematical operators.
    """

    header: str
    ctype: CFunctionType
    math: bool


def _helper(name: str, header: str, params: str, *, math: bool) -> Helper:
    """`params` as in C, separated by commas."""
    words = (param.strip().rpartition(" ") for param in params.split(","))
    pairs = tuple((ctype, parameter) for ctype, _, parameter in words)
    return Helper(f"aclnnop/{header}", CFunctionType(name, "aclnnStatus", pairs, (), pairs, 561000), math)


_PHASE_TWO = "void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream"
_RESULTS = f"{WORKSPACE[0]} {WORKSPACE[1]}, {EXECUTOR[0]} {EXECUTOR[1]}"
_STFT = (
    "const aclTensor* self, const aclTensor* windowOptional, aclTensor* out, int64_t nFft, int64_t hopLength, "
    "int64_t winLength, bool normalized, bool onesided, bool returnComplex, "
)
_RFFT = "const aclTensor* self, int64_t n, int64_t dim, int64_t norm, aclTensor* out, "
_WEIGHT = "const aclIntArray* tensorShape, "

HELPERS: Mapping[str, Helper] = {
    helper.ctype.name: helper
    for helper in (
        _helper(
            "aclnnNpuFormatCastCalculateSizeAndFormat",
            "aclnn_npu_format_cast.h",
            "const aclTensor* srcTensor, const int dstFormat, int additionalDtype, int64_t** dstShape, "
            "uint64_t* dstShapeSize, int* actualFormat",
            math=True,
        ),
        _helper(
            "aclnnCalculateConvolutionWeightSize",
            "aclnn_trans_convolution_weight.h",
            f"{_WEIGHT}bool transposed, int64_t groups, aclDataType dataType, uint64_t* weightTensorSize",
            math=True,
        ),
        _helper(
            "aclnnCalculateMatmulWeightSize",
            "aclnn_trans_matmul_weight.h",
            f"{_WEIGHT}uint64_t* weightTensorSize",
            math=True,
        ),
        _helper(
            "aclnnCalculateMatmulWeightSizeV2",
            "aclnn_trans_matmul_weight.h",
            f"{_WEIGHT}aclDataType dataType, uint64_t* weightTensorSize",
            math=True,
        ),
        _helper("aclStftGetWorkspaceSize", "acl_stft.h", _STFT + _RESULTS, math=True),
        _helper("aclStft", "acl_stft.h", _PHASE_TWO, math=True),
        _helper("aclRfft1DGetWorkspaceSize", "acl_rfft1d.h", _RFFT + _RESULTS, math=True),
        _helper("aclRfft1D", "acl_rfft1d.h", _PHASE_TWO, math=True),
        _helper(
            "aclnnTransQuantParam",
            "aclnn_trans_quant_param.h",
            "const float* scaleArray, uint64_t scaleSize, const float* offsetArray, uint64_t offsetSize, "
            "uint64_t** quantParam, uint64_t* quantParamSize",
            math=False,
        ),
        _helper(
            "aclnnTransSparse4to2Para",
            "aclnn_sparse4to2quant_matmul_weight_nz.h",
            "const int8_t* weight, aclIntArray* shape, int8_t** sparseWeight, int64_t** sparseWeightDims, "
            "uint64_t* sparseWeightDimsNum, uint8_t** index, int64_t** indexDims, uint64_t* indexDimsNum",
            math=False,
        ),
    )
}


def refuse_helper(name: str) -> NoReturn:
    """The answer of every one of them.

    Raises:
        FindKernel: (561003) always.
    """
    raise FindKernel("ACLNN-CALL-003", function=name, operator=name.removesuffix("GetWorkspaceSize"))
