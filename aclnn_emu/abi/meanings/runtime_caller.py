"""Meanings of the runtime's codes 107xxx: the caller can put it right."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

MEANINGS = {
    107000: Meaning(
        "The runtime refused a value, or the state of an object does not allow the call.",
        causes=(
            "aclrtMemcpy: destMax is smaller than count, or the kind does not fit the two addresses.",
            "A timeout of 0 or below -1 in a ...WithTimeout call; -1 waits without limit.",
            "aclrtCreateEventWithFlag with flag 0, or a flag combined that must stand alone.",
            "aclrtSetCurrentContext with a context that was destroyed.",
            "aclrtFreeHost with a pointer that aclrtMallocHost did not return.",
        ),
        actions=(
            "Read aclGetRecentErrMsg: EE1003 names value and parameter, EE1018 says that the order of calls is wrong.",
            (
                "For copies check, in this order: count against destMax, the direction, which of the two pointers "
                "is device memory."
            ),
        ),
    ),
    107001: Meaning(
        "There is no device with this id for this process.",
        causes=(
            "Ids start at 0 and are renumbered by ASCEND_RT_VISIBLE_DEVICES: with '4,5' set, use 0 and 1.",
            "The container shows fewer cards than the host has.",
            "The driver is not loaded: then even device 0 is refused.",
        ),
        actions=("Ask aclrtGetDeviceCount and stay below it.",),
    ),
    107002: Meaning(
        "The calling thread has no current context, or the context given is not a live one.",
        causes=(
            (
                "aclrtSetDevice was called in another thread: contexts belong to threads, and worker or prefetch "
                "threads start with none."
            ),
            "The current context was destroyed; the thread does not fall back to the device's default context.",
            (
                "Memory, stream or device information is asked for before the first aclrtSetDevice, or after "
                "aclrtResetDevice."
            ),
            "aclrtDestroyContext was given the default context of the device.",
        ),
        actions=(
            (
                "Call aclrtSetDevice, or aclrtSetCurrentContext with the context of the first thread, at the start of "
                "every thread that uses the device."
            ),
            "When an operator answers 361001, look for this code beneath it.",
        ),
    ),
    107003: Meaning(
        "The stream belongs to a context that is not current in this thread.",
        causes=(
            "The program went on to another device and then uses or destroys a stream of the first one.",
            "A stream is passed to a thread that works in another context.",
        ),
        actions=(
            "Make the stream's own context or device current before queueing on it, recording on it or destroying it.",
            "Synchronising is the exception: it switches by itself and succeeds.",
        ),
    ),
    107004: Meaning(
        "The model or captured graph belongs to another context.",
        causes=("It was built on one device and is executed while another is current.",),
        actions=("Execute it in the context in which it was built.",),
    ),
    107005: Meaning(
        "Stream and model do not belong together as the call demands.",
        causes=(
            "The stream is bound to no model, or to another one.",
            "A call that is only for model streams got an ordinary one, or the reverse.",
        ),
        actions=("Bind the stream first (aclmdlRIBindStream), or use a stream that is free.",),
    ),
    107006: Meaning(
        "The event has been recorded but carries no time yet.",
        causes=(
            "The stream has not reached the record: aclrtEventElapsedTime came before a synchronise.",
            "The event was made without the time line flag.",
        ),
        actions=(
            "Synchronise the stream or the end event before asking for the time.",
            "Create timing events with aclrtCreateEvent or with ACL_EVENT_TIME_LINE.",
        ),
    ),
    107007: Meaning(
        "The end time lies before the start time.",
        causes=("The two events are swapped or lie on streams that do not wait for each other.",),
        actions=(
            "Record start, work and end on one stream.",
            "Do not wait for this code: the current runtime gives a negative time instead.",
        ),
    ),
    107008: Meaning(
        "A device address is not aligned as this operation needs it.",
        actions=("Start from an address that aclrtMalloc returned and keep offsets multiples of 32 bytes.",),
    ),
    107009: Meaning(
        "The runtime could not open a file.",
        causes=("A kernel binary or a debug file is missing or not readable for this user.",),
        actions=("Check path and permissions of the file named in aclGetRecentErrMsg.",),
    ),
    107010: Meaning(
        "The runtime could not write a file.",
        causes=("The dump or debug folder is missing, read-only or full.",),
        actions=("Create the folder, make it writable for this user and check the free space.",),
    ),
    107011: Meaning(
        "The stream's subscription does not fit the call.",
        causes=(
            "aclrtSubscribeReport for a stream that is subscribed already.",
            "aclrtUnSubscribeReport for a stream that is not.",
            (
                "aclrtLaunchHostFunc on a stream with a subscription of the user, or the reverse: a stream can "
                "have only one of them."
            ),
        ),
        actions=("Choose one callback mechanism per stream; aclrtLaunchHostFunc needs no subscription.",),
    ),
    107012: Meaning(
        "The thread's subscription does not fit the call.",
        causes=(
            "aclrtProcessReport in a thread whose id was never given to aclrtSubscribeReport.",
            "The thread is bound to that stream already, or to a stream of another device.",
            "aclrtUnSubscribeReport with another thread id than the subscription.",
        ),
        actions=(
            "Start the report thread first, subscribe with its id, and let only this thread process reports.",
        ),
    ),
    107013: Meaning(
        "A resource group has to be chosen before this call.",
        actions=("Call aclrtSetGroup in this thread.",),
    ),
    107014: Meaning(
        "There is no resource group with this id.",
        actions=("Stay below the count of aclrtGetGroupCount.",),
    ),
    107015: Meaning(
        "aclrtLaunchCallback was called for a stream that nobody subscribed to.",
        causes=("aclrtSubscribeReport is missing, failed, or was undone before the launch.",),
        actions=("Subscribe the stream first, or use aclrtLaunchHostFunc, which needs no subscription.",),
    ),
    107016: Meaning(
        "The kind of memory asked for does not exist.",
        causes=("aclrtGetMemInfo with a value outside aclrtMemAttr.",),
        actions=("Use ACL_HBM_MEM, or ACL_DDR_MEM on products with DDR memory.",),
    ),
    107017: Meaning(
        "A handle does not name a live object of the right kind.",
        causes=(
            "The stream, event, notify or label was destroyed before.",
            "A handle of another kind was passed, for instance an event where a stream belongs.",
            "An asynchronous copy got an address that no allocation of the device covers.",
        ),
        actions=(
            "Set handles to null when you destroy them, and look who destroys this one.",
            "In the emulator no handle number is used twice, so an old one is always recognised.",
        ),
    ),
    107018: Meaning(
        "The memory type does not fit the allocation or the operation.",
        actions=("Use the allocation policy that the page of the call demands.",),
    ),
    107019: Meaning(
        "Waiting for an internal resource took too long.",
        causes=("The device is busy or stuck with earlier work.",),
        actions=("Repeat once; if it stays, look for a kernel or peer that hangs.",),
    ),
    107020: Meaning(
        "A task ran longer than its time limit.",
        causes=(
            "The limit set by aclrtSetOpExecuteTimeOut or at the launch is too short for this size.",
            "The task waits for something that never comes.",
        ),
        actions=(
            "Raise the limit for a test; if the task still does not end, look for the missing event or peer.",
        ),
    ),
    107021: Meaning(
        "The system parameter was never set here, so there is nothing to read.",
        actions=(
            "Set it by aclrtCtxSetSysParamOpt or aclrtSetSysParamOpt first, or treat this code as 'default'.",
        ),
    ),
    107022: Meaning(
        "All tasks of the device are being aborted, and the call came in between.",
        actions=("Wait until aclrtDeviceTaskAbort has returned, then go on.",),
    ),
    107023: Meaning(
        "The stream is being aborted, so it cannot be waited for.",
        causes=("aclrtStreamAbort runs in another thread.",),
        actions=("Let the abort return first, then synchronise or destroy the stream.",),
    ),
    107024: Meaning(
        "A captured stream waits for an event that was not recorded in the same capture.",
        actions=("Record the event on a stream of this capture before the wait, or leave the wait outside.",),
    ),
    107025: Meaning(
        "A side stream of a capture does not lead back to the main one.",
        causes=(
            "The side stream's last task is not an event record, or nobody in the capture waits for it.",
        ),
        actions=(
            "Record an event at the end of each side stream and let the main stream wait for it before the end.",
        ),
    ),
    107026: Meaning(
        "The graph is still being captured.",
        actions=("End the capture by aclmdlRICaptureEnd before executing or changing the graph.",),
    ),
    107027: Meaning(
        "The stream is being captured into a graph, and this call is not possible meanwhile.",
        causes=(
            "A synchronise, a query, a destroy or a blocking-launch mode inside the captured part.",
            "A library underneath synchronises without saying so.",
        ),
        actions=("Take the call out of the captured part, or end the capture first.",),
    ),
    107028: Meaning(
        "The event takes part in a capture and cannot be queried or waited for by the host.",
        actions=("Ask after the capture has ended, or use another event outside it.",),
    ),
    107029: Meaning(
        "The call is meant for a stream under capture, and this one is not.",
        actions=("Call aclmdlRICaptureBegin first, on this stream.",),
    ),
    107030: Meaning(
        "The capture mode of this thread forbids the operation.",
        causes=("A synchronous copy, an allocation or a memory query during a capture in global mode.",),
        actions=(
            (
                "Move the operation out of the capture, or switch by aclmdlRICaptureThreadExchangeMode to the relaxed "
                "mode if it is known to be harmless."
            ),
        ),
    ),
    107031: Meaning(
        "The default stream got into a capture.",
        causes=("Stream 0 or a null stream was used between begin and end.",),
        actions=("Create a stream of your own for everything that is captured.",),
    ),
    107032: Meaning(
        "Two captures that run at the same time were joined by an event.",
        actions=("Keep streams of different captures apart, or capture them as one graph.",),
    ),
    107033: Meaning(
        "A task group is opened, closed or updated out of order.",
        causes=(
            "Begin without end, begin twice on one stream, or recording and updating on the same stream.",
            "Two threads update one group.",
        ),
        actions=("Pair each begin with one end, and each update begin with one update end.",),
    ),
    107034: Meaning(
        "Recording a task group was interrupted.",
        causes=("A task went to a captured stream that has no open task group.",),
        actions=("Queue the tasks of the group on the stream on which the group was begun.",),
    ),
    107035: Meaning(
        "Aborting tasks stopped before its final step.",
        actions=("Call the abort again, or reset the device by aclrtResetDeviceForce.",),
    ),
    107036: Meaning(
        "A capture is ended on a stream on which it was not begun.",
        actions=("End the capture on the stream given to aclmdlRICaptureBegin.",),
    ),
    107037: Meaning(
        "The graph is still running.",
        causes=("It is destroyed or updated right after an asynchronous execution.",),
        actions=("Synchronise the stream of the execution first.",),
    ),
    107038: Meaning(
        "Begin and end of a capture were called in different threads.",
        actions=("Call both in one thread, or capture in relaxed mode.",),
    ),
    107039: Meaning(
        "The array given for a list of results is too short.",
        actions=(
            "Ask for the number first, with a null array where the call allows it, and give that many entries.",
        ),
    ),
    107040: Meaning(
        "The captured graph could not be updated.",
        causes=("It was not captured completely, it is running, or a changed parameter was refused.",),
        actions=("Synchronise, check the statuses of the parameter calls, and update again.",),
    ),
    107041: Meaning(
        "A copy that is asynchronous by name would have to run synchronously, which the capture mode forbids.",
        causes=(
            "The host memory of the copy is pageable; only page-locked memory is copied without a wait.",
        ),
        actions=("Allocate the host buffer by aclrtMallocHost, or copy outside the capture.",),
    ),
    107042: Meaning(
        "The kernel binary has no global variable of this name.",
        actions=("Compare the spelling with the kernel source; C++ names may be mangled.",),
    ),
    107043: Meaning(
        "The symbol is not a variable of device code.",
        actions=("Declare the variable in the kernel source and link it into this program.",),
    ),
    107044: Meaning(
        "The symbol is not a kernel function.",
        actions=("Pass the kernel entry itself, and link its object into this program.",),
    ),
    107045: Meaning(
        "A graph inside this one is still being captured.",
        actions=("End the capture of the inner graph first.",),
    ),
}
