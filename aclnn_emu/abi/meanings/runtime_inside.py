"""Meanings of the runtime's codes from 507899 on: driver, AI CPU, snapshots, registration, links."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

MEANINGS = {
    507899: Meaning(
        "The driver failed below the runtime.",
        causes=(
            "Memory is freed, or a stream destroyed, after the device was reset: destructors that run at exit.",
            "The process was forked after it had initialised the device.",
            "Driver and toolkit versions do not fit.",
        ),
        actions=(
            "Take down in this order: tensors, buffers, events and streams, aclrtResetDevice, aclFinalize.",
            "If it comes at the first call, compare the driver's version with the toolkit's.",
        ),
    ),
    507900: Meaning("The AI CPU module failed inside."),
    507901: Meaning(
        "The connection between host and device was closed.",
        causes=("The device's side of the process died, or the card was reset.",),
        actions=("Restart the process; look in the device log for what ended the device side.",),
    ),
    507902: Meaning("The AI CPU did not confirm that it loaded the information for an operator."),
    507903: Meaning(
        "The capture was spoilt by an earlier error and cannot give a graph.",
        causes=("A call inside the captured part failed, and its status was not tested.",),
        actions=(
            "Find the first call that failed since aclmdlRICaptureBegin; end the capture and begin anew.",
        ),
    ),
    507904: Meaning(
        "A collective operation failed again when it was repeated.",
        actions=("Look at the links and at the other ranks.",),
    ),
    507905: Meaning(
        "Locking the process for a snapshot took too long.",
        causes=("Queued work did not end in time.",),
        actions=("Synchronise all streams before asking for the lock.",),
    ),
    507906: Meaning("The process could not be locked for a snapshot."),
    507907: Meaning("The process could not be unlocked after a snapshot."),
    507908: Meaning(
        "Saving the process's device state failed.",
        causes=("The process is not locked, or the backup is not possible with the resources in use.",),
    ),
    507909: Meaning(
        "Restoring the process's device state failed.",
        causes=("There is no backup, or the device differs from the one saved.",),
    ),
    507910: Meaning(
        "This host memory is registered already.",
        actions=("Register each range once; unregister before registering it with other flags.",),
    ),
    507911: Meaning(
        "This host memory was never registered.",
        causes=(
            "aclrtHostUnregister with an address inside the range instead of its start, or a second time.",
        ),
        actions=("Pass the very address that was registered, once.",),
    ),
    507912: Meaning(
        "A callback that was registered for a snapshot stage returned a failure.",
        actions=("Look at the callback's own return value.",),
    ),
    507913: Meaning("A callback for snapshot stages could not be registered."),
    507914: Meaning(
        "A port of the device's interconnect (L3) reported an error.",
        actions=("Check the link state of the card, then repeat.",),
    ),
    507915: Meaning(
        "The collective communication unit (CCU) ran out of time.",
        causes=("Another rank did not take part, or a link is slow or down.",),
        actions=("Look at the other ranks first.",),
    ),
    507916: Meaning(
        "The collective communication unit (CCU) stopped with an exception.",
        causes=("A buffer of a collective operation is too small or was freed on one of the ranks.",),
        actions=("Check count and buffers of the operation on every rank.",),
    ),
}
