"""Meanings of the acl layer's codes for model and single-operator (aclmdl, aclop) calls."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

MEANINGS = {
    100011: Meaning(
        "No model with this id is loaded.",
        causes=("The model was unloaded, the load failed, or it was loaded by another process.",),
        actions=("Use the id that the load call returned, after testing its status.",),
    ),
    100012: Meaning(
        "The model file could not be turned into a model.",
        causes=("It was converted for another CANN version or chip.",),
        actions=("Convert it again with the ATC of this installation.",),
    ),
    100013: Meaning(
        "The model file was read but its content was not understood.",
        causes=("Not an .om file, or one of a newer version.",),
        actions=("Check what the file really is, then convert it again.",),
    ),
    100014: Meaning(
        "The model file could not be read.",
        actions=("Check path and permissions of the .om file.",),
    ),
    100015: Meaning(
        "The size of the model data is wrong.",
        causes=(
            "The file was cut short, or the size argument of a load from memory is not the file's size.",
        ),
        actions=("Compare the size passed with the size of the file.",),
    ),
    100016: Meaning(
        "The model lacks a part that this version expects.",
        actions=("Convert it again; an older ATC may have left the part out.",),
    ),
    100017: Meaning(
        "The inputs given do not fit the model.",
        causes=("Another number of inputs, or buffers smaller than the model's input sizes.",),
        actions=("Compare with aclmdlGetNumInputs and aclmdlGetInputSizeByIndex.",),
    ),
    100018: Meaning(
        "The outputs given do not fit the model.",
        causes=("Another number of outputs, or buffers that are too small.",),
        actions=("Compare with aclmdlGetNumOutputs and aclmdlGetOutputSizeByIndex.",),
    ),
    100019: Meaning(
        "A dynamic shape or batch was set on a model that has fixed shapes.",
        actions=("Convert the model with the dynamic option, or do not set one.",),
    ),
    100020: Meaning(
        "The operator type named is not the one of the loaded operator model.",
        actions=("Spell the type as in the operator description, capitals included.",),
    ),
    100021: Meaning(
        "The inputs given do not fit the single-operator model.",
        actions=("Compare number, data type, format and shape with the operator description.",),
    ),
    100022: Meaning(
        "The outputs given do not fit the single-operator model.",
        actions=("Compare number, data type, format and shape with the operator description.",),
    ),
    100023: Meaning(
        "The attributes given do not fit the single-operator model.",
        actions=("Compare names, types and values of the attributes with the operator description.",),
    ),
    100024: Meaning(
        "No operator model with this type and these tensors is loaded.",
        causes=("The folder given to aclopSetModelDir lacks it, or one shape differs from those converted.",),
        actions=("Convert the operator for this very shape and type, or use the aclnn interface.",),
    ),
    100025: Meaning(
        "An operator model was found but could not be loaded.",
        actions=("Convert it again with the ATC of this installation.",),
    ),
    100026: Meaning(
        "The data type is not known to, or not taken by, this call.",
        actions=("Pass a member of aclDataType that the call's page lists.",),
    ),
    100027: Meaning(
        "The format of a tensor is not the one expected.",
        actions=("Compare with the operator description; ND and NCHW are different formats.",),
    ),
    100028: Meaning(
        "The operator has no selector function for its binaries.",
        actions=("Register one with aclopRegisterSelectKernelFunc before compiling by binary selection.",),
    ),
    100029: Meaning(
        "The kernel was not registered.",
        actions=("Call aclopCreateKernel for it before the operator is compiled.",),
    ),
    100030: Meaning(
        "The operator has a selector function already.",
        actions=("Register once per operator type; unregister before replacing.",),
    ),
    100031: Meaning(
        "The kernel is registered already.",
        actions=("Call aclopCreateKernel once per kernel id.",),
    ),
    100038: Meaning(
        "Old code: the model has no static picture preprocessing (AIPP) at this index; today 145015 is returned.",
        actions=("Ask for an index that the model's description has.",),
    ),
    148050: Meaning(
        "The single-operator interface does not take dynamic shapes for this operator.",
        actions=("Describe the tensors with fixed shapes, or use the aclnn interface.",),
    ),
    148053: Meaning(
        "The id names no model inside a loaded bundle.",
        actions=("Take the ids from the bundle's query calls after loading it.",),
    ),
}
