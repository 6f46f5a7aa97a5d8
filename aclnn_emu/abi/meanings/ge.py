"""Meanings of the graph engine's codes, which model calls hand through."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

MEANINGS = {
    145000: Meaning(
        "The graph engine refused an argument.",
        actions=("Read aclGetRecentErrMsg and compare the arguments with the call's page.",),
    ),
    145001: Meaning(
        "The graph engine's executor is not initialised.",
        actions=("Call aclInit before anything that loads or runs a model.",),
    ),
    145002: Meaning(
        "The path of the model file is wrong.",
        actions=("Give an absolute path to an existing .om file.",),
    ),
    145003: Meaning(
        "The graph engine has no model with this id.",
        actions=("Use the id of a load that succeeded and was not unloaded.",),
    ),
    145006: Meaning(
        "The size of the model data is not the one its header states.",
        actions=("Pass the size of the whole file; convert again if the file itself is short.",),
    ),
    145007: Meaning(
        "The memory given for a model is not usable.",
        actions=("Give device memory of at least the size that aclmdlQuerySize asks for.",),
    ),
    145008: Meaning(
        "A model with queues was given a queue id that does not exist.",
        actions=("Create the queues before loading the model.",),
    ),
    145009: Meaning(
        "The model is loaded already.",
        actions=("Unload it first, or use the copy that is there.",),
    ),
    145011: Meaning(
        "The address of the extra input that carries dynamic sizes is wrong.",
        actions=("Give that input a buffer like any other one.",),
    ),
    145012: Meaning(
        "The length of the extra input that carries dynamic sizes is wrong.",
        actions=("Take the size from the model's description for that input's index.",),
    ),
    145013: Meaning(
        "This batch size, or size, is not among those the model was converted for.",
        actions=("Use one of the steps given at the conversion.",),
    ),
    145014: Meaning(
        "Picture preprocessing (AIPP) was set up with a batch of 0.",
        actions=("Give the batch size of the model input.",),
    ),
    145015: Meaning(
        "The model has no picture preprocessing (AIPP) at this input.",
        actions=("Use the index of an input that was converted with it.",),
    ),
    145016: Meaning(
        "The mode of picture preprocessing (AIPP) does not fit the call.",
        actions=("Static preprocessing cannot be changed at run time; convert with the dynamic mode.",),
    ),
    145017: Meaning(
        "A task in an operator model has an unknown type.",
        actions=("Convert again with the ATC of this installation.",),
    ),
    145018: Meaning(
        "A kernel in an operator model has an unknown type.",
        actions=("Convert for this chip with the ATC of this installation.",),
    ),
    145019: Meaning(
        "A plugin library of the graph engine was not found.",
        actions=("Check LD_LIBRARY_PATH and that the installation is complete.",),
    ),
    145020: Meaning(
        "A tensor has a format that the graph engine does not know or take here.",
        actions=("Compare with the model's or operator's description.",),
    ),
    145021: Meaning(
        "A tensor has a shape that is not possible here.",
        actions=("Look for negative sizes and for products that do not fit the buffer.",),
    ),
    145022: Meaning(
        "A tensor has a data type that the graph engine does not know or take here.",
        actions=("Compare with the model's or operator's description.",),
    ),
    245000: Meaning(
        "The graph engine could not allocate host memory.",
        actions=("Look at the memory limit of the process or container.",),
    ),
    245001: Meaning(
        "The graph engine could not set or copy memory.",
        causes=("A buffer is too small or not mapped.",),
        actions=("Check addresses and sizes of the inputs and outputs given to the model.",),
    ),
    245002: Meaning(
        "The graph engine could not get or handle device memory.",
        causes=("Models, their weights and work areas fill the card.",),
        actions=("Unload models, or share one work area among models that do not run at the same time.",),
    ),
    345102: Meaning(
        "The deployment lost a device or process and goes on with the rest.",
        actions=("Calls still work; plan a restart to get back to full strength.",),
    ),
    345103: Meaning(
        "A function of the user inside a data flow graph raised an exception.",
        actions=("Find the input by the user data that was attached to it, then debug the function.",),
    ),
    345104: Meaning(
        "The outputs of a function inside a data flow graph do not belong to the same input.",
        causes=("The function sets fewer outputs than it declares.",),
        actions=("Set every output in every call.",),
    ),
    545000: Meaning("The graph engine failed and has no closer code."),
    545001: Meaning("Loading the model failed inside the graph engine."),
    545002: Meaning("The model's structure could not be loaded.", causes=("A damaged or foreign .om file.",)),
    545003: Meaning(
        "The model's weights could not be loaded.",
        causes=("Device memory does not suffice, or the file is damaged.",),
    ),
    545004: Meaning(
        "The model's list of tasks could not be loaded.",
        causes=("It was converted for another chip or version.",),
    ),
    545005: Meaning(
        "The model's kernels could not be loaded.", causes=("They were built for another chip.",)
    ),
    545006: Meaning("The memory of a model's data could not be released."),
    545007: Meaning("A command inside the graph engine failed."),
    545008: Meaning("The description of the model's tensors could not be read."),
    545009: Meaning(
        "The model could not be unloaded.",
        causes=("It is still running.",),
        actions=("Synchronise its streams, then unload.",),
    ),
    545601: Meaning(
        "The model did not finish in time.",
        actions=("Raise the time limit for a test; if it still hangs, look at the device log.",),
    ),
    545602: Meaning(
        "The deployment is being rearranged after a failure.",
        actions=("Wait until it is done and repeat the call.",),
    ),
}
