"""Meanings of the operator API's codes."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

_PACKAGE_CAUSES = ("The operator package is damaged, or of another version than the toolkit.",)
_PACKAGE_ACTIONS = ("Install toolkit and operator package of one version, and for this chip.",)

MEANINGS = {
    161001: Meaning(
        "A required argument is a null pointer.",
        causes=(
            "A tensor could not be created (aclCreateTensor returned null) and the result was not tested.",
            "An argument that looks optional is not: aclnnNLLLoss wants a weight, for instance.",
            "workspaceSize or executor of phase 1 is null.",
            (
                "Phase 2: the workspace is null although phase 1 asked for one. The executor is gone then; it must "
                "neither be used nor destroyed."
            ),
        ),
        actions=(
            "Read aclGetRecentErrMsg in the same thread: it names the argument.",
            "After a phase-2 failure call phase 1 again for a new executor.",
        ),
    ),
    161002: Meaning(
        "An argument is there, but the operator does not take it.",
        causes=(
            "Data type: double, int64 or unsigned types where the operator has none; bfloat16 on older chips.",
            "Shapes do not broadcast, or the output does not have the resulting shape.",
            "More than 8 dimensions.",
            (
                "The inputs' types do not promote, or the promoted type does not cast to the output's: float to integer "
                "is refused."
            ),
            "An attribute outside its list, or a format that differs from the other tensors'.",
            "A scalar result wants an output without dimensions (viewDimsNum 0), not of shape [1].",
        ),
        actions=(
            "Read aclGetRecentErrMsg in the same thread: it names the parameter, what came and what is allowed.",
            "Look at the type list for this chip: lists differ between chips. `aclnn-emu op NAME` prints them.",
        ),
    ),
    361001: Meaning(
        "A runtime call made by the operator API failed.",
        causes=(
            "The calling thread has no context (107002): no aclrtSetDevice in this thread.",
            "The stream belongs to another context (107003) or was destroyed (107017).",
            "The device is in error since an earlier operator.",
        ),
        actions=(
            "Look for the runtime's own code in aclGetRecentErrMsg or in the log, and explain that one.",
        ),
    ),
    561000: Meaning(
        "The operator API failed inside and has no closer code.",
        causes=(
            "aclSetAclOpExecutorRepeatable on an operator that cannot repeat: one with AI CPU kernels or copies.",
            (
                "aclDestroyAclOpExecutor on an executor that phase 2 has used up already: only repeatable ones, and "
                "ones never run, are yours to destroy."
            ),
            "An operator that checks late: shapes that do not fit, which others answer with 161002.",
            "Two libraries export the same aclnn function and the wrong one was bound.",
        ),
        actions=(
            "Read aclGetRecentErrMsg, then check how the executor was used: one phase 2 per phase 1.",
            "In the emulator a Python traceback in the message is a bug of ours: please report it.",
        ),
    ),
    561001: Meaning(
        "The shape of an intermediate or output could not be inferred.",
        causes=("Input shapes that passed the checks but do not make sense for the kernel.",),
        actions=("Try with contiguous inputs and ordinary shapes; narrow down which dimension matters.",),
    ),
    561002: Meaning(
        "The kernel could not be cut into tiles for this shape.",
        causes=(
            "A size that the kernel does not foresee; parameter checks do not see it.",
            "The tiling of a custom operator was not built into the package in use.",
        ),
        actions=("Try neighbouring sizes to find the limit; pad or split the input.",),
    ),
    561003: Meaning(
        "No kernel was found for the operator with these types and formats.",
        causes=(
            "The kernel package for this chip is not installed, or ASCEND_OPP_PATH points elsewhere.",
            "The operator exists, but not for this combination of types.",
            "In the emulator: the operator is declared and not emulated.",
        ),
        actions=(
            "If every operator fails like this, check the installation; if only one does, its types and formats.",
            "In the emulator: `aclnn-emu ops` lists what is emulated.",
        ),
    ),
    561101: Meaning(
        "The executor could not be created.",
        causes=("Host memory is exhausted.",),
        actions=(
            "Look at the resident size of the process; executors whose phase 2 is never called pile up.",
        ),
    ),
    561102: Meaning(
        "The operator did not hand its executor over to the caller.",
        causes=("A bug in the operator's phase 1: it returned success without releasing the executor.",),
        actions=("In an operator of your own call ReleaseTo on every path that returns success.",),
    ),
    561103: Meaning(
        "A null object turned up inside the operator API. With strided or offset views it most often means that a "
        "step could not be built because the view reaches beyond its storage.",
        causes=(
            (
                "storageDims holds the view's shape instead of the base buffer's: offset + sum of stride * (size - 1) + 1 "
                "is larger than the product of storageDims."
            ),
            (
                "An executor or tensor that is null was given to aclSetTensorAddr, aclSetAclOpExecutorRepeatable or "
                "aclDestroyAclOpExecutor."
            ),
            "An executor was destroyed or run twice, and memory is corrupted since.",
            "The kernel package is missing: then all operators fail.",
        ),
        actions=(
            "If only views fail: describe the whole base buffer in storageDims.",
            "If all operators fail: check the installation of the operator package for this chip.",
            "If it starts after a while: look for aclDestroyAclOpExecutor after phase 2.",
        ),
    ),
    561104: Meaning(
        "The operator passed another number of attributes than its kernel declares.",
        _PACKAGE_CAUSES,
        _PACKAGE_ACTIONS,
    ),
    561105: Meaning(
        "Two kernels of the operator package have the same lookup key.",
        causes=("A custom operator package repeats a built-in kernel, or is installed twice.",),
        actions=("Remove the duplicate; ASCEND_CUSTOM_OPP_PATH lists the custom packages.",),
    ),
    561106: Meaning(
        "The operator was asked for a precision mode that does not exist.",
        actions=("Check the implementation mode in the configuration and in environment variables.",),
    ),
    561107: Meaning(
        "The operator package was not found because ASCEND_OPP_PATH is unset or wrong.",
        causes=("set_env.sh was not sourced: typical for services, cron jobs and IDE runs.",),
        actions=("Source set_env.sh of the toolkit in the environment of this process.",),
    ),
    561108: Meaning(
        "A description file of the operator package could not be loaded.", _PACKAGE_CAUSES, _PACKAGE_ACTIONS
    ),
    561109: Meaning(
        "A description file of the operator package lacks an entry.", _PACKAGE_CAUSES, _PACKAGE_ACTIONS
    ),
    561110: Meaning(
        "A description file of the operator package names a format that does not exist.",
        _PACKAGE_CAUSES,
        _PACKAGE_ACTIONS,
    ),
    561111: Meaning(
        "A description file of the operator package names a type that does not exist.",
        _PACKAGE_CAUSES,
        _PACKAGE_ACTIONS,
    ),
    561112: Meaning(
        "The operator has no binary kernel at all on this machine.",
        causes=(
            "The kernel package (ops) is not installed, or it is for another chip.",
            "A container has the toolkit only.",
        ),
        actions=("Install the operator package that belongs to the toolkit version and to the chip.",),
    ),
    561113: Meaning(
        "Reading an entry of the operator package's description raised an exception.",
        _PACKAGE_CAUSES,
        _PACKAGE_ACTIONS,
    ),
    561114: Meaning(
        "The operator has more attributes than its kernel's description.", _PACKAGE_CAUSES, _PACKAGE_ACTIONS
    ),
    561115: Meaning(
        "The operator has fewer attributes than its kernel's description.", _PACKAGE_CAUSES, _PACKAGE_ACTIONS
    ),
    561116: Meaning(
        "A kernel's description lists too many inputs; the limit is 32.",
        actions=("For an operator of your own: put inputs together into a tensor list.",),
    ),
    561117: Meaning("A kernel's description lacks its list of inputs.", _PACKAGE_CAUSES, _PACKAGE_ACTIONS),
    561118: Meaning(
        "The workspace entry of a statically compiled kernel is wrong.", _PACKAGE_CAUSES, _PACKAGE_ACTIONS
    ),
    561119: Meaning(
        "The number of blocks of a statically compiled kernel is missing or outside 0 to 65535.",
        _PACKAGE_CAUSES,
        _PACKAGE_ACTIONS,
    ),
}
