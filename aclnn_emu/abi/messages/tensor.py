"""Texts of the group ``tensor``."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        id="ACLNN-TENSOR-001",
        code="EZ1001",
        text="{function}: {parameter} is {got}, which is no value for a C variable of type {dtype}.",
        solution="Pass a number of that kind; a complex number fits complex types only.",
    ),
    Message(
        id="ACLNN-TENSOR-002",
        code="EZ1001",
        text="{function}: {parameter} is {got}, but an array of values is expected.",
        solution="Pass a list, a tuple or a NumPy array, or None for a null pointer.",
    ),
    Message(
        id="ACLNN-TENSOR-003",
        code="EZ1001",
        text="{function}: {length_of} is {count}, but {parameter} has {length} entries.",
        solution="Make {length_of} the number of entries of {parameter}; in C the call would read past the array's end.",
    ),
    Message(
        id="ACLNN-TENSOR-004",
        code="EZ1001",
        text="This {kind} has been destroyed already; in C a second destroy frees the same memory twice.",
        solution="Destroy each object once. Members of a list are destroyed by the list.",
    ),
    Message(
        id="ACLNN-TENSOR-005",
        code="EZ1001",
        text="{function}: {parameter} is an {kind} that has been destroyed; in C the call would read freed memory.",
        solution="Keep the object until the last call that uses it has returned; the executor of a two-phase call "
        "uses its tensors until phase 2 has returned.",
    ),
    Message(
        id="ACLNN-TENSOR-006",
        code="EZ9999",
        text="{op}: the view of {parameter} (shape {shape}, strides {strides}, offset {offset}) touches the elements "
        "{low} to {high} of its storage, which has only 0 to {last} (storage shape {storage}).",
        solution="Correct strides or offset (both count elements, not bytes), or give the storage shape of the whole "
        "allocation that the view is cut from.",
    ),
    Message(
        id="ACLNN-TENSOR-007",
        code="EZ9999",
        text="{op}: the view of {parameter} begins at element {offset}, outside its storage of {elements} elements "
        "(storage shape {storage}).",
        solution="Give an offset from 0 to {elements}, in elements, or the storage shape of the whole allocation.",
    ),
    Message(
        id="ACLNN-TENSOR-008",
        code="EZ1001",
        text="aclCreateScalar: scalars of type {dtype} are not emulated.",
        solution="Use FLOAT for the scalar; operators convert it to the dtype that they compute in.",
    ),
    Message(
        id="ACLNN-TENSOR-009",
        code="EZ1001",
        text="The {kind} cannot be destroyed: its element {position}, an {member}, has been destroyed already or is in "
        "the list twice; in C the same memory would be freed twice.",
        solution="Leave the elements of a list to the list: destroy the list only, and put each object into one list "
        "once.",
    ),
    Message(
        id="ACLNN-TENSOR-010",
        code="EZ1001",
        text="{function}: element {position} is {got}, but the list takes {kind} objects.",
        solution="Pass objects made by the matching create function, or None for a null element.",
    ),
)
