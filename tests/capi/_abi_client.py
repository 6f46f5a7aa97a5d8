"""A plain ctypes client: phase 1 of each call that it reads, one JSON object a line; answers status and text.

It imports nothing of aclnn_emu, so what it sees is the C interface alone.
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any

POINTER, U64, I64 = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int64
BY_VALUE = {
    "bool": ctypes.c_bool,
    "int8_t": ctypes.c_int8,
    "int32_t": ctypes.c_int32,
    "int64_t": I64,
    "uint64_t": U64,
    "aclDataType": ctypes.c_int,
    "int": ctypes.c_int,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
}
# Data type -> how its bytes are made in Python; half types come as their bits.
SCALARS = {
    0: ctypes.c_float,
    3: ctypes.c_int32,
    9: I64,
    11: ctypes.c_double,
    12: ctypes.c_bool,
    2: ctypes.c_int8,
}

acl, base, ops = (ctypes.CDLL(f"lib{name}.so") for name in ("ascendcl", "nnopbase", "opapi"))
acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
for create in ("Tensor", "Scalar", "IntArray", "TensorList"):
    getattr(base, f"aclCreate{create}").restype = POINTER


def int64s(values: list[int] | None) -> Any:
    return None if values is None else (I64 * len(values))(*values)


class Objects:
    """Makes the arguments of one call; the same specification twice is one object."""

    def __init__(self) -> None:
        self._made: dict[int, Any] = {}

    def make(self, spec: Any) -> Any:
        if spec is None:
            return None
        if spec["key"] not in self._made:
            self._made[spec["key"]] = getattr(self, spec["kind"])(spec)
        return self._made[spec["key"]]

    def tensor(self, spec: Any) -> Any:
        shape, storage = spec["shape"], spec["storage"]
        return POINTER(
            base.aclCreateTensor(
                int64s(shape), U64(len(shape)), spec["dtype"], int64s(spec["strides"]), I64(spec["offset"]),
                spec["format"], int64s(storage), U64(len(storage)), None,
            )
        )  # fmt: skip

    def scalar(self, spec: Any) -> Any:
        raw = bytes(spec["bytes"])
        return POINTER(base.aclCreateScalar(raw, spec["dtype"]))

    def ints(self, spec: Any) -> Any:
        return POINTER(base.aclCreateIntArray(int64s(spec["values"]), U64(len(spec["values"]))))

    def list(self, spec: Any) -> Any:
        members = [self.make(item) for item in spec["items"]]
        array = (POINTER * len(members))(*[member.value if member else None for member in members])
        return POINTER(base.aclCreateTensorList(array, U64(len(members))))


def answer(job: Any) -> tuple[int, str]:
    acl.aclnnEmuReset()
    if acl.aclnnEmuSetSoc(job["soc"].encode()):
        raise RuntimeError(acl.aclGetRecentErrMsg())
    made = Objects()
    args = [BY_VALUE[t](v) if t in BY_VALUE else made.make(v) for t, v in job["args"]]
    size, executor = U64(77), POINTER()
    phase_1 = getattr(ops, job["op"] + "GetWorkspaceSize")
    status = phase_1(*args, ctypes.byref(size), ctypes.byref(executor))
    if status and (size.value != 77 or executor.value):
        raise RuntimeError(f"{job['op']} changed its outputs and failed")
    return status, (acl.aclGetRecentErrMsg() or b"").decode() if status else ""


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
