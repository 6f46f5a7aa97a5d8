"""Operator declarations, one module per family; and the Pythonic face of them.

``aclnn_emu.ops.add`` is an `OpFace`, whose ``get_workspace_size`` runs phase 1. A family is loaded when the first of
its operators is asked for: ``index.json`` (tools/make_index.py) says which family declares what. It only saves time:
an operator that it does not know, or looks for in the wrong family, is found by loading all of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock

from aclnn_emu.ops._face import OpFace
from aclnn_emu.plan.spec import REGISTRY, Operator, face_name

__all__ = ["FAMILIES", "OpFace", "operator_by_name", "operators"]

FAMILIES = (
    "activation",
    "activation_grad",
    "activation_grad_other",
    "add_matmul",
    "add_n",
    "arg_extremum",
    "arithmetic",
    "binary",
    "bits",
    "clamp",
    "clipped_gates",
    "comparison",
    "complex_numbers",
    "conversion",
    "cumulative",
    "distance",
    "division",
    "dropout",
    "extremum",
    "filling",
    "embedding",
    "extremum",
    "foreach",
    "foreach_binary",
    "foreach_ternary",
    "gated",
    "gather",
    "gelu_gates",
    "gemm",
    "generated",
    "hardtanh",
    "linalg",
    "gather",
    "index",
    "index_slices",
    "loss",
    "loss_classes",
    "loss_cross_entropy",
    "loss_ctc",
    "loss_divergence",
    "loss_nll",
    "loss_pointwise",
    "loss_vocabulary",
    "masked",
    "matches",
    "matmul",
    "median",
    "moments",
    "optim",
    "optim_lists",
    "padding",
    "padding_constant",
    "pairwise",
    "powers",
    "predicates",
    "random",
    "random_integers",
    "reduction",
    "reduction_other",
    "remainders",
    "reordering",
    "repeating",
    "sampling",
    "scatter",
    "scatter_blocks",
    "scatter_rows",
    "searching",
    "selection",
    "shape",
    "slicing",
    "softmax",
    "splitting",
    "statistics",
    "sorting",
    "statistics",
    "ternary",
    "triangular",
    "trigonometric",
    "truth",
    "unary",
    "unary_other",
    "vector_norm",
    "vector_product",
    "windows",
    "unique",
    "vector_norm",
)
"""Modules of this package that declare operators."""

_faces: dict[str, OpFace] = {}
_lock = RLock()
_complete = False


@cache
def _index() -> Mapping[str, str]:
    """The family of each operator, by the name of its face; empty where the file is not there."""
    path = Path(__file__).with_name("index.json")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def operators() -> Mapping[str, Operator]:
    """Every emulated operator by C name."""
    global _complete  # noqa: PLW0603 - whether all families are loaded
    if not _complete:
        with _lock:
            for family in FAMILIES:
                _load(family)
            _complete = True
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
    for declared in REGISTRY.values():
        face = declared.face_name
        if face not in _faces:
            _faces[face] = OpFace(declared)
            if face in FAMILIES:  # the name of the module, too, which the import has bound
                globals()[face] = _faces[face]


def _find(face: str, known: Mapping[str, object], name: str) -> None:
    """Load what is needed for `known` to have `name`: the family that the index names, else all."""
    if name in known or _complete:
        return
    with _lock:
        family = _index().get(face)
        if family in FAMILIES:
            _load(family)
        if name not in known:
            operators()


def operator_by_name(name: str) -> Operator | None:
    """The operator with this C name (``aclnnAdd``), None where it is not emulated."""
    _find(face_name(name), REGISTRY, name)
    return REGISTRY.get(name)


def __getattr__(name: str) -> OpFace:
    if not name.startswith("_"):
        _find(name, _faces, name)
        if name in _faces:
            return _faces[name]
    raise AttributeError(
        f"aclnn_emu.ops has no operator {name!r}; `aclnn-emu ops` lists the emulated ones, for instance "
        "binary_cross_entropy_backward for aclnnBinaryCrossEntropyBackward"
    )


def __dir__() -> list[str]:
    operators()
    return sorted([*__all__, *_faces])
