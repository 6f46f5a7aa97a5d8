"""Rules about parameters that a call refuses. The code is right; the sentence says why."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

_WHY = "The operator answers {code} and queues nothing; an ignored status leaves the output as it was."

RULES = (
    Rule(
        id="ACLNN-PARAM-101",
        level="warning",
        title="a required parameter is null",
        text="{reason}",
        why="Null is tested before anything else (161001). Optional in a framework is not always optional here.",
        fix="{solution}",
        seen="161001, or a host program that cannot tell null from invalid.",
        family="P37, P52",
    ),
    Rule(
        id="ACLNN-PARAM-102",
        level="warning",
        title="a dtype that the operator does not take",
        text="{reason}",
        why="Each operator has a list for each chip family (161002). The defaults of the host's language, double and "
        "int64, are often not in it, nor is BF16 on older chips.",
        fix="{solution}",
        seen="161002 from phase 1 with data that another operator or another chip takes.",
        family="P02",
    ),
    Rule(
        id="ACLNN-PARAM-103",
        level="warning",
        title="shapes that do not fit",
        text="{reason}",
        why="Shapes broadcast from the last dimension on, and out must have the resulting shape (161002).",
        fix="{solution}",
        seen="161002 from phase 1, or 561000 where an operator checks late.",
        family="P18, P52",
    ),
    Rule(
        id="ACLNN-PARAM-104",
        level="warning",
        title="too many or too few dimensions",
        text="{reason}",
        why="Most operators take at most 8 dimensions (161002); frameworks make more by expanding.",
        fix="{solution}",
        seen="161002 for a tensor of nine or more dimensions.",
        family="P25",
    ),
    Rule(
        id="ACLNN-PARAM-105",
        level="warning",
        title="dtypes that have no promotion or no cast",
        text="{reason}",
        why="The promoted dtype must cast to out's, and a scalar must cast to the promoted dtype (161002): a fraction "
        "is no integer, and a float result does not go into an integer tensor.",
        fix="{solution}",
        seen="161002 from an integer Add with alpha 1.5, or a float result into an INT32 out.",
        family="P53",
    ),
    Rule(
        id="ACLNN-PARAM-106",
        level="warning",
        title="a value that the operator does not take",
        text="{reason}",
        why="Attributes such as reduction or dim have a range of values (161002).",
        fix="{solution}",
        seen="161002 with tensors that are all right.",
        family="P52",
    ),
    Rule(
        id="ACLNN-PARAM-107",
        level="note",
        title="an empty tensor",
        text="{function} has nothing to compute: its tensors have no elements.",
        why="Phase 1 answers 0 with a workspace of 0 bytes and a real executor; phase 2 queues nothing. That is right, "
        "and sometimes a surprise.",
        fix="Return early for empty tensors if the calls are not wanted.",
        seen="Zero-element tensors that fail in other layers.",
        family="P23",
    ),
)
