"""Rules about addresses, sizes and descriptors."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-MEM-101",
        level="error",
        title="a descriptor reaches behind its buffer",
        text="{function}: tensor {parameter} reaches byte {reach} of its buffer, which has {size}.",
        why="Nobody compares the descriptor with the allocation. The device faults at the next synchronise (507035, "
        "507015), or overwrites a neighbour and says nothing.",
        fix="Allocate {reach} bytes, or correct the sizes, strides or dtype of {parameter}.",
        seen="507035 (vector core) or 507015 (AI core) from a later synchronise; text about an MTE or MPU address.",
        family="P01",
    ),
    Rule(
        id="ACL-MEM-102",
        level="error",
        title="a tensor's address is host memory",
        text="{function}: the address of {parameter}, {address}, is no device memory.",
        why="The kernel is given a pointer of the host and faults, or reads whatever the device has at that number.",
        fix="Allocate with aclrtMalloc, copy the data there with aclrtMemcpy, and create the tensor over that address.",
        seen="An AI-core exception whose first argument is no device address.",
        family="P34",
    ),
    Rule(
        id="ACL-MEM-103",
        level="error",
        title="device memory that is not allocated is used",
        text="{function} uses {parameter} at {address}: {reason}.",
        why="The memory was given back, or was never there. The device faults, or works on what another allocation "
        "keeps there now.",
        fix="Keep the memory until the work that uses it is over, and pass addresses inside live allocations.",
        seen="107017 or a failed address conversion in a copy; wrong values or 507035 from an operator.",
        family="P40",
    ),
    Rule(
        id="ACL-MEM-104",
        level="error",
        title="memory of another device is used",
        text="{function} on device {device} uses {parameter} at {address}, which is memory of device {owner}.",
        why="A kernel reaches the memory of its own device. The same number on another device is other memory or none.",
        fix="Allocate {parameter} while device {device} is current, or copy it there first.",
        seen="Wrong data or a fault in programs with several devices.",
        family="P15",
    ),
    Rule(
        id="ACL-MEM-105",
        level="error",
        title="storage sizes are smaller than the view",
        text="{reason}",
        why="storageDims must describe the buffer behind the view. The library's step that makes inputs contiguous "
        "refuses a view that leaves it, with the inner code 561103.",
        fix="Set storageDims to the sizes of the buffer from which the view was taken, not to those of the view.",
        seen="561103 at phase 1 for strided or sliced tensors, taken for a kernel bug.",
        family="P04",
    ),
    Rule(
        id="ACL-MEM-106",
        level="error",
        title="destMax promises more than the destination has",
        text="{function}: destMax is {got}, but {left} bytes are left of the destination at {address}.",
        why="destMax is the caller's word, which the runtime believes. A wrong one is a check that checks nothing.",
        fix="Pass the bytes from the address to the end of its allocation: {left}.",
        seen="A neighbouring buffer is overwritten.",
        family="P51",
    ),
    Rule(
        id="ACL-MEM-107",
        level="warning",
        title="the kind of a copy does not fit its pointers",
        text="{function}: kind is {got}, but the copy goes from {source} to {target}.",
        why="A synchronous copy finds its direction itself; an asynchronous one is corrected by newer runtimes, refused "
        "with 107000 by older ones, and fails on the device for some pairs.",
        fix="Pass {wanted}.",
        seen="107000 from an asynchronous copy on another CANN version.",
        family="P24",
    ),
    Rule(
        id="ACL-MEM-108",
        level="warning",
        title="a buffer was filled with elements of another size",
        text="{function} reads {parameter}, {count} elements of {dtype} ({need} bytes); its buffer was filled with {got} "
        "bytes, that is {count} elements of {size} bytes.",
        why="The bits are taken as they are. FLOAT data in a FLOAT16 tensor, or INT64 labels read as INT32, give "
        "senseless numbers and no error.",
        fix="Convert on the host to {dtype} before the copy, or declare the dtype that the data has.",
        seen="Every second value is 0, or all values are wildly wrong.",
        family="P26, P56",
    ),
    Rule(
        id="ACL-MEM-109",
        level="warning",
        title="a tensor's address is not aligned",
        text="{function}: the address of {parameter}, {address}, is {remainder} bytes above a multiple of 32.",
        why="The vendor's pages ask for 32-byte alignment of tensorData and do not check it; some kernels fail or read "
        "shifted data.",
        fix="Keep the tensor's address that of the buffer, and say where the view begins with its offset.",
        seen="A kernel fault, or values shifted by a few elements.",
        family="P58",
    ),
    Rule(
        id="ACL-MEM-110",
        level="error",
        title="an output overlaps an input with another layout",
        text="{function}: {parameter} and {other} share {nbytes} bytes and are not the same view.",
        why="An operator may read after it has written. The very same view (in place) is fine; a shifted or transposed "
        "one gives results that depend on the order of execution.",
        fix="Give {parameter} memory of its own, or exactly the view of {other}.",
        seen="An in-place result that is wrong in parts, silently.",
        family="P21",
    ),
    Rule(
        id="ACL-MEM-111",
        level="error",
        title="a tensor has no address in phase 2",
        text="{function}: tensor {parameter} has {need} bytes and a null address.",
        why="Phase 1 takes tensors without memory; phase 2 does not. The kernel faults at address 0.",
        fix="Create the tensor over memory of aclrtMalloc, or set its address before phase 2.",
        seen="507035 or 507015 from the next synchronise.",
        family="P01",
    ),
    Rule(
        id="ACL-MEM-112",
        level="error",
        title="host memory that is not there is used",
        text="{function}: {reason}",
        why="The copy engine faults, or reads what another part of the program keeps there now. A number of device "
        "memory is no host pointer, and a freed buffer no buffer.",
        fix="Pass memory that lives until the copy is over, and the kind that says where it is.",
        seen="A crash inside aclrtMemcpy, or garbage.",
        family="P24, P43",
    ),
)
