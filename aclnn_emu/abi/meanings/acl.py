"""Meanings of the acl layer's codes, without those of the model and single-operator calls."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

MEANINGS = {
    0: Meaning(
        "Success. For a call that queues work it only says that the work was accepted.",
        actions=(
            "Nothing, for a call that ends at once.",
            (
                "After a second phase or an asynchronous copy: synchronise the stream and test that status too; "
                "a fault on the device is reported there."
            ),
        ),
    ),
    100000: Meaning(
        "The acl layer refused an argument before it asked the runtime.",
        causes=(
            "An output pointer or a handle is null: devPtr, stream, event, context, status.",
            "The size is 0: aclrtMalloc and aclrtMallocHost refuse it.",
            (
                "aclrtFree, aclrtDestroyStream or aclrtDestroyEvent got a null pointer; unlike free(NULL) that is an "
                "error here."
            ),
            "A flag, enum value or timeout lies outside its list.",
        ),
        actions=(
            "Read aclGetRecentErrMsg in the same thread: it names the function and the parameter.",
            "Look whether an earlier call that should have filled the handle failed without being noticed.",
        ),
    ),
    100001: Meaning(
        "The call needs an initialisation that has not happened.",
        causes=(
            "A dump call without aclmdlInitDump before it.",
            "A profiling call without aclprofInit.",
        ),
        actions=(
            "Call the initialisation that belongs to the feature first.",
            "Do not rely on this code to find a missing aclInit: device, memory and stream calls do not check for it.",
        ),
    ),
    100002: Meaning(
        "aclInit, or the initialisation of a feature, was called again while it is in effect. The call changed "
        "nothing, but aclInit has still counted it.",
        causes=(
            "Two libraries in one process, for instance a framework and your own code, both call aclInit.",
            "A test fixture initialises for each test.",
        ),
        actions=(
            "Take it as 'already initialised' and go on.",
            (
                "Do not call aclFinalize for an initialisation that you do not own: it tears down for everybody. Use "
                "aclFinalizeReference, which honours the count."
            ),
        ),
    ),
    100003: Meaning(
        "A file that was named cannot be used: it is missing, unreadable, not a regular file or too large.",
        causes=(
            "aclInit got a path that does not exist from the current working directory.",
            "A configuration file above 10 MiB.",
            "A version query while ASCEND_HOME_PATH is unset or points to another installation.",
        ),
        actions=(
            "Give aclInit an absolute path, or a null pointer if you have no configuration.",
            "Source set_env.sh of the toolkit before queries about versions.",
        ),
    ),
    100004: Meaning(
        "A file could not be written.",
        causes=("The folder does not exist, the user may not write there, or the disk is full.",),
        actions=("Create the output folder, check its owner and the free space, and repeat.",),
    ),
    100005: Meaning(
        "A file has a size that the call does not take.",
        causes=("The file is empty, cut short by an incomplete download, or far larger than the limit.",),
        actions=("Compare its size and checksum with the original.",),
    ),
    100006: Meaning(
        "The configuration file is not the JSON that was expected.",
        causes=(
            "A comma or bracket too many, or comments in the JSON.",
            "More than 10 nested objects or 10 nested arrays.",
        ),
        actions=(
            "Check the file with: python3 -m json.tool FILE",
            "An empty file is fine, and so is a null path, if there is nothing to configure.",
        ),
    ),
    100007: Meaning(
        "The configuration file lacks an entry that the feature needs.",
        actions=("Compare the file with the example on the page of the call that read it.",),
    ),
    100008: Meaning(
        "An entry of the configuration file has a value that is not allowed.",
        actions=("Look for numbers written as strings or the reverse, and for values outside their range.",),
    ),
    100009: Meaning(
        "The dump section of the configuration is wrong.",
        causes=("The dump path is missing or not writable, or modes that exclude each other are both set.",),
        actions=(
            "Correct dump_path, dump_mode and dump_list in the file given to aclInit or aclmdlSetDump.",
        ),
    ),
    100010: Meaning(
        "The profiling section of the configuration is wrong.",
        actions=(
            "Correct the profiler entries in the file given to aclInit, or drop them and profile by other means.",
        ),
    ),
    100032: Meaning(
        "There is no queue with this id on the device.",
        causes=("The queue was destroyed, or it was made on another device.",),
        actions=("Keep the id together with the device on which the queue was made.",),
    ),
    100033: Meaning(
        "Old code for a stream that is subscribed a second time; today aclrtSubscribeReport answers 107011.",
        actions=("Subscribe each stream once, and unsubscribe before another thread takes it over.",),
    ),
    100034: Meaning(
        "Old code for a callback on a stream that nobody subscribed to; today 107015 is returned.",
        actions=("Call aclrtSubscribeReport for the stream before aclrtLaunchCallback.",),
    ),
    100035: Meaning(
        "Old code for a thread without a subscription; today 107012 is returned.",
        actions=("Let the thread that was named in aclrtSubscribeReport call aclrtProcessReport.",),
    ),
    100036: Meaning(
        "Old code for a callback that did not arrive in time; today 507012 is returned.",
        actions=("Launch a callback before waiting for one, or wait longer.",),
    ),
    100037: Meaning(
        "Finalize was called when nothing is initialised any more.",
        causes=(
            "aclFinalize ran before: it ends at once, however many aclInit calls there were.",
            "Another library in the process finalised first.",
            "A destructor or atexit handler finalises after main did.",
        ),
        actions=(
            "Finalise in one place only, as the last thing: tensors, buffers, streams, device, then finalize.",
            "In a library use aclFinalizeReference, so that others keep working.",
        ),
    ),
    100039: Meaning(
        "The program runs against the stub libraries that exist for linking only.",
        causes=("LD_LIBRARY_PATH names a devlib or stub folder before the runtime libraries.",),
        actions=("Put the lib64 folder of the installation first; ldd shows which library is taken.",),
    ),
    100040: Meaning(
        "Old code for a missing resource group; today 107013 is returned.",
        actions=("Call aclrtSetGroup first, and only on a product that has groups.",),
    ),
    100041: Meaning(
        "Old code for a resource group that does not exist; today 107014 is returned.",
        actions=("Use an id from 0 to the count that aclrtGetGroupCount gives, minus 1.",),
    ),
    100042: Meaning(
        "Profiling is on already.",
        causes=(
            "The configuration of aclInit and the profiling calls both start it, or one device is started twice.",
        ),
        actions=("Keep one way to profile.",),
    ),
    100043: Meaning(
        "A profiling call came without aclprofInit before it.",
        actions=("Order: aclprofInit, aclprofStart, the work, aclprofStop, aclprofFinalize.",),
    ),
    100044: Meaning(
        "Dumping is on already.",
        causes=("The configuration of aclInit has a dump section and aclmdlInitDump is called as well.",),
        actions=("Remove one of the two.",),
    ),
    100045: Meaning(
        "A dump call came without aclmdlInitDump before it.",
        actions=("Order: aclmdlInitDump, aclmdlSetDump, the work, aclmdlFinalizeDump.",),
    ),
    148046: Meaning(
        "The profiling data of this model is subscribed already.",
        actions=("Unsubscribe before subscribing again.",),
    ),
    148047: Meaning(
        "Two ways to collect profiling data are mixed.",
        causes=("Model subscription calls between aclprofInit and aclprofFinalize, or the reverse.",),
        actions=("Finish one way before starting the other.",),
    ),
    148048: Meaning(
        "The limit for cached operator information in the configuration is wrong.",
        actions=("Correct or remove max_opqueue_num in the file given to aclInit.",),
    ),
    148049: Meaning(
        "ASCEND_OPP_PATH is unset or does not name an operator package.",
        causes=("set_env.sh was not sourced in this shell, container or service.",),
        actions=("Source set_env.sh and check that the folder in ASCEND_OPP_PATH exists.",),
    ),
    148051: Meaning(
        "A description cannot be destroyed while something made from it is alive.",
        causes=("A channel is destroyed after, not before, its channel description.",),
        actions=("Destroy in the reverse order of creation.",),
    ),
    148052: Meaning(
        "The JPEG decoder does not take this encoding.",
        causes=(
            "Progressive, arithmetic-coded or JPEG 2000 pictures; only Huffman-coded baseline JPEG works.",
        ),
        actions=("Re-encode the picture, or decode it on the host.",),
    ),
    200000: Meaning(
        "Host memory for an internal object could not be allocated.",
        causes=("The process is at its memory limit, often a container's.",),
        actions=("Look at the resident size and the limit of the process; device memory is not concerned.",),
    ),
    200001: Meaning(
        "This product or build does not offer the function.",
        causes=(
            "The call belongs to another chip family or to a package that is not installed.",
            "In the emulator: the function is declared and not emulated.",
        ),
        actions=(
            "Look at the support table on the function's page.",
            "In the emulator: docs/coverage.md lists what is emulated.",
        ),
    ),
    200002: Meaning(
        "Old code for a wrong device; today the runtime answers 107001.",
        actions=("Use ids from 0 to the count that aclrtGetDeviceCount gives, minus 1.",),
    ),
    200003: Meaning(
        "An address is not aligned as the call demands.",
        causes=(
            "An offset was added to a base address, or memory came from somewhere else than aclrtMalloc.",
        ),
        actions=(
            "Allocate with aclrtMalloc and keep offsets multiples of the alignment, 32 or 64 bytes as stated.",
        ),
    ),
    200004: Meaning(
        "The resources in one call do not belong together.",
        causes=("A stream of one context beside an object of another.",),
        actions=("Make all objects of a call under the same device and context.",),
    ),
    200005: Meaning(
        "A resource handle is not valid.",
        causes=("It was destroyed earlier, or never made because the creating call failed.",),
        actions=("Set handles to null when you destroy them and test the status of every creating call.",),
    ),
    200006: Meaning(
        "The function exists, but not this feature or flag of it.",
        causes=("aclrtDeviceEnablePeerAccess with flags other than 0.",),
        actions=("Pass the value that the page reserves, usually 0.",),
    ),
    200007: Meaning(
        "Profiling was asked for data that this product does not have.",
        actions=("Leave out the unsupported kinds in aclprofCreateConfig.",),
    ),
    300000: Meaning(
        "A storage limit was exceeded.",
        causes=("The disk or the quota for dump and profiling files is full.",),
        actions=("Free space or lower what is collected.",),
    ),
    500000: Meaning(
        "The acl layer failed in a way that it has no code for.",
        causes=(
            "The chip's name could not be read during aclInit: driver and toolkit do not fit, or no card is visible.",
            "A system call failed.",
        ),
        actions=(
            "Read aclGetRecentErrMsg and the log: the first error in it counts, not the last.",
            "In the emulator this code carries a Python traceback in the message: please report it.",
        ),
    ),
    500001: Meaning(
        "A generic failure of the acl layer.",
        causes=(
            "The default_device entry of the configuration is not a number.",
            "A copy into or out of a caller's buffer failed.",
        ),
        actions=("Check the configuration given to aclInit, then the log.",),
    ),
    500002: Meaning("The graph engine failed and gave no code of its own."),
    500003: Meaning(
        "The runtime failed and its code could not be handed through.",
        actions=("Look in the log for the 107xxx, 207xxx or 507xxx code just before it.",),
    ),
    500004: Meaning(
        "The driver failed below the acl layer.",
        actions=("Check npu-smi info and the kernel log; driver, firmware and toolkit versions must fit.",),
    ),
    500005: Meaning("The profiling module failed; computation itself is not concerned."),
}
