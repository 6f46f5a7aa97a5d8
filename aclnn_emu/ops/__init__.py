"""Operator declarations, one module per family; and the Pythonic face of them.

``aclnn_emu.ops.add`` is an `OpFace`, whose ``get_workspace_size`` runs phase 1. The families are loaded
when the first operator is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from aclnn_emu.ops._face import OpFace
from aclnn_emu.plan.spec import REGISTRY, Operator

__all__ = ["FAMILIES", "OpFace", "operator_by_name", "operators"]

FAMILIES = (
    "activation",
    "activation_grad",
    "activation_grad_other",
    "add_n",
    "arg_extremum",
    "arithmetic",
    "binary",
    "bits",
    "clamp",
    "comparison",
    "complex_numbers",
    "conversion",
    "cumulative",
    "division",
    "dropout",
    "extremum",
    "foreach",
    "foreach_binary",
    "foreach_ternary",
    "gated",
    "gelu_gates",
    "generated",
    "hardtanh",
    "loss",
    "loss_classes",
    "loss_cross_entropy",
    "loss_divergence",
    "loss_nll",
    "loss_pointwise",
    "matches",
    "median",
    "moments",
    "optim",
    "optim_lists",
    "pairwise",
    "powers",
    "predicates",
    "random",
    "random_integers",
    "reduction",
    "reduction_other",
    "remainders",
    "sampling",
    "selection",
    "softmax",
    "statistics",
    "ternary",
    "trigonometric",
    "truth",
    "unary",
    "unary_other",
    "vector_norm",
)
"""Modules of this package that declare operators."""

_faces: dict[str, OpFace] = {}


def operators() -> Mapping[str, Operator]:
    """Every emulated operator by C name."""
    if not _faces:
        for family in FAMILIES:
            _load(family)
        _faces.update((declared.face_name, OpFace(declared)) for declared in REGISTRY.values())
    return REGISTRY


def _load(family: str) -> None:
    """Import a family; one that fails leaves no operators behind, so that the next attempt fails as the first."""
    before = set(REGISTRY)
    try:
        import_module(f"{__name__}.{family}")
    except BaseException:
        for name in REGISTRY.keys() - before:
            del REGISTRY[name]
        raise


def operator_by_name(name: str) -> Operator | None:
    """The operator with this C name (``aclnnAdd``), None where it is not emulated."""
    return operators().get(name)


def __getattr__(name: str) -> OpFace:
    if not name.startswith("_"):
        operators()
        if name in _faces:
            return _faces[name]
    raise AttributeError(
        f"aclnn_emu.ops has no operator {name!r}; `aclnn-emu ops` lists the emulated ones, for instance "
        "binary_cross_entropy_backward for aclnnBinaryCrossEntropyBackward"
    )


def __dir__() -> list[str]:
    operators()
    return sorted([*__all__, *_faces])
