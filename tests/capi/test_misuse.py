"""What wrong programs get: documented codes and texts, and a crash only where hardware crashes too."""

from __future__ import annotations

import signal
import sys

import pytest
from _programs import Case, Programs

from aclnn_emu.abi import prototypes

CASES = [
    Case("host reads device memory", "start(); return *static_cast<char *>(memory);", status=-signal.SIGSEGV),
    Case("host writes device memory", "start(); std::memset(memory, 0, 16);", status=-signal.SIGSEGV),
    Case("handle as a pointer", "start(); return *reinterpret_cast<char *>(stream);", status=-signal.SIGSEGV),
    Case(
        "garbage stream",
        "start(); SHOW(aclrtSynchronizeStream((aclrtStream)0x1234)); SHOW(aclrtSynchronizeStream(&stream));",
        "107017 107017",
    ),
    Case(
        "destroyed stream",
        "start(); SHOW(aclrtDestroyStream(stream)); SHOW(aclrtSynchronizeStream(stream));"
        'SHOW(aclrtDestroyStream(stream)); says("destroyed");',
        "0 107017 107017 told",
    ),
    Case(
        "stream as an event",
        "start(); SHOW(aclrtRecordEvent((aclrtEvent)stream, stream)); SHOW(aclrtDestroyEvent((aclrtEvent)1));",
        "107017 107017",
    ),
    Case(
        "garbage, foreign and destroyed tensor",
        "start(); aclTensor *x = tensor(memory); float one = 1; aclScalar *s = aclCreateScalar(&one, ACL_FLOAT);"
        "SHOW(aclnnSigmoidGetWorkspaceSize((aclTensor *)0x88, x, &size, &executor));"
        "SHOW(aclnnSigmoidGetWorkspaceSize((aclTensor *)s, x, &size, &executor));"
        "SHOW(aclnnSigmoidGetWorkspaceSize((aclTensor *)host, x, &size, &executor));"
        "SHOW(aclDestroyTensor(x)); SHOW(aclnnSigmoidGetWorkspaceSize(x, x, &size, &executor));"
        'says("destroyed"); SHOW(aclDestroyTensor(x)); SHOW(aclDestroyTensor(nullptr));'
        "SHOW(size); SHOW(executor == nullptr);",
        "161002 161002 161002 0 161002 told 161002 0 77 1",
    ),
    Case(
        "executor used twice, foreign, null",
        "start(); aclTensor *x = tensor(memory); SHOW(aclnnSigmoidGetWorkspaceSize(x, x, &size, &executor));"
        "SHOW(aclnnSigmoid(nullptr, 0, executor, stream)); SHOW(aclnnSigmoid(nullptr, 0, executor, stream));"
        'says("used up"); SHOW(aclnnSigmoid(nullptr, 0, (aclOpExecutor *)x, stream));'
        "SHOW(aclnnSigmoid(nullptr, 0, nullptr, stream)); SHOW(aclSetAclOpExecutorRepeatable(executor));"
        "SHOW(aclDestroyAclOpExecutor(executor));",
        "0 0 561000 told 561000 161001 561000 561000",
    ),
    Case(
        "repeatable executor",
        "start(); aclTensor *x = tensor(memory); aclnnSigmoidGetWorkspaceSize(x, x, &size, &executor);"
        "SHOW(aclSetAclOpExecutorRepeatable(executor)); SHOW(aclnnSigmoid(nullptr, 0, executor, stream));"
        "SHOW(aclSetInputTensorAddr(executor, 0, x, memory)); SHOW(aclnnSigmoid(nullptr, 0, executor, stream));"
        "SHOW(aclDestroyAclOpExecutor(executor)); SHOW(aclnnSigmoid(nullptr, 0, executor, stream));",
        "0 0 0 0 0 561000",
    ),
    Case(
        "list owns its tensors",
        "start(); aclTensor *x = tensor(memory); aclTensor *xs[] = {x, nullptr};"
        "aclTensorList *list = aclCreateTensorList(xs, 2); uint64_t n = 0; SHOW(aclGetTensorListSize(list, &n));"
        "SHOW(n); SHOW(aclDestroyTensorList(list)); SHOW(aclDestroyTensor(x)); SHOW(aclDestroyTensorList(list));",
        "0 2 0 161002 161002",
    ),
    Case(
        "phase 1 before aclInit, without memory",
        "aclTensor *x = tensor(nullptr); SHOW(aclnnSigmoidGetWorkspaceSize(x, x, &size, &executor));"
        "SHOW(executor != nullptr);",
        "0 1",
    ),
    Case(
        "workspaceSize after a failure and for an empty tensor",
        "aclTensor *x = tensor(nullptr); SHOW(aclnnSigmoidGetWorkspaceSize(x, nullptr, &size, &executor)); SHOW(size);"
        "aclTensor *e = aclCreateTensor(nothing, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nothing, 2, nullptr);"
        "SHOW(aclnnSigmoidGetWorkspaceSize(e, e, &size, &executor)); SHOW(size);"
        "SHOW(aclnnSigmoidGetWorkspaceSize(x, x, nullptr, &executor));"
        "SHOW(aclnnSigmoidGetWorkspaceSize(x, x, &size, nullptr));",
        "161001 77 0 0 161001 161001",
    ),
    Case(
        "operator that is not emulated",
        "SHOW(aclnnSleepGetWorkspaceSize(nullptr, &size, &executor));"
        'says("not emulated"); SHOW(size); SHOW(aclnnSleep(nullptr, 0, nullptr, nullptr));',
        "561003 told 77 161001",
    ),
    Case(
        "function that is not emulated",
        'start(); aclrtNotify notify = nullptr; SHOW(aclrtCreateNotify(&notify, 0)); says("not emulated");'
        "SHOW(notify == nullptr);",
        "207000 told 1",
    ),
    Case(
        "missing synchronise",
        "start(); void *out; aclrtMalloc(&out, 16, ACL_MEM_MALLOC_HUGE_FIRST); float seen[4];"
        "aclnnSigmoidGetWorkspaceSize(tensor(memory), tensor(out), &size, &executor);"
        "SHOW(aclnnSigmoid(nullptr, 0, executor, stream));"
        "SHOW(aclrtMemcpy(seen, 16, out, 16, ACL_MEMCPY_DEVICE_TO_HOST)); SHOW(seen[1] > 0.119 && seen[1] < 0.12);"
        "SHOW(aclrtSynchronizeStream(stream));"
        "SHOW(aclrtMemcpy(seen, 16, out, 16, ACL_MEMCPY_DEVICE_TO_HOST)); SHOW(seen[1] > 0.119 && seen[1] < 0.12);",
        "0 0 0 0 0 1",
    ),
    Case(
        "copy past the block and its slack",
        "start(); char large[256]; SHOW(aclrtMemcpy(large, 256, memory, 40, ACL_MEMCPY_DEVICE_TO_HOST));"
        'SHOW(aclrtMemcpy(large, 256, memory, 256, ACL_MEMCPY_DEVICE_TO_HOST) != 0); says("bytes lie behind");',
        "0 1 told",
    ),
    Case(
        "copy from and to no memory",
        "start(); SHOW(aclrtMemcpy(memory, 16, (void *)0x10, 16, ACL_MEMCPY_HOST_TO_DEVICE));"
        'says("not mapped"); SHOW(aclrtMemcpy((void *)"constant text", 8, memory, 8, ACL_MEMCPY_DEVICE_TO_HOST));',
        "107000 told 107000",
    ),
    Case(
        "freed twice",
        "start(); SHOW(aclrtFree(memory)); SHOW(aclrtFree(memory)); SHOW(aclrtFree(host));",
        "0 107000 107000",
    ),
    Case("ends without cleaning up", "start(); tensor(memory); SHOW(0);", "0"),
    Case(
        "exit in a thread",
        "start(); std::thread worker([] { aclrtSetDevice(0); std::exit(5); }); worker.join();",
        status=5,
    ),
    Case("_exit in the middle", "start(); _exit(6);", status=6),
    Case(
        "call from a function at exit",
        "start(); std::atexit([] { SHOW(aclrtSynchronizeDevice()); SHOW(aclFinalize()); }); SHOW(1);",
        "1 0 0",
    ),
    Case(
        "host function and its data",
        "start(); static int got = 0; int data = 9;"
        "SHOW(aclrtLaunchHostFunc(stream, [](void *p) { got = *static_cast<int *>(p); }, &data)); SHOW(got);"
        "SHOW(aclrtSynchronizeStream(stream)); SHOW(got); SHOW(aclrtLaunchHostFunc(stream, nullptr, nullptr));",
        "0 0 0 9 107000",
    ),
    Case(
        "controls",
        'SHOW(aclnnEmuSetSoc("Ascend310P")); SHOW(!std::strcmp(aclrtGetSocName(), "Ascend310P3"));'
        'SHOW(aclnnEmuSetSoc("Ascend1")); SHOW(aclnnEmuSetSoc(nullptr)); SHOW(aclnnEmuConfigure("{]"));'
        'uint32_t n = 0; SHOW(aclnnEmuConfigure("{\\"devices\\": 3}")); aclrtGetDeviceCount(&n); SHOW(n);'
        'start(); aclTensor *x = tensor(memory); SHOW(aclnnEmuSetSoc("Ascend910B")); SHOW(aclnnEmuReset());'
        "SHOW(aclDestroyTensor(x)); SHOW(aclrtSynchronizeStream(stream)); SHOW(aclrtSetDevice(2));",
        "0 1 100000 100000 100000 0 3 500001 0 161002 107017 0",
    ),
    Case(
        "strings stay",
        "const char *name = aclrtGetSocName(); for (int i = 0; i < 1000; ++i) aclrtGetSocName();"
        "SHOW(name == aclrtGetSocName()); SHOW(aclGetRecentErrMsg() == nullptr);",
        "1 1",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(programs: Programs, case: Case) -> None:
    programs.check(case)


def test_null_everywhere(programs: Programs) -> None:
    """Every function with zeros for all arguments: whatever it answers, it comes back."""
    calls, headers = [], {"aclnn_emu.h"}
    for function in prototypes.runtime_functions().values():
        headers.add(function.header)
        # A string without varargs would be a format; zeros elsewhere.
        zeros = ", ".join("{}" for parameter in function.params if parameter.name != "...")
        calls.append(f"    {function.name}({zeros});")
    for operator in prototypes.operators().values():
        headers.add(operator.header)
        zeros = ", ".join("{}" for _ in range(len(operator.params) + 2))
        calls.append(f"    bad += {operator.name}GetWorkspaceSize({zeros}) == 0;")
        calls.append(f"    bad += {operator.name}({{}}, {{}}, {{}}, {{}}) == 0;")
    includes = "".join(f'#include "{header}"\n' for header in sorted(headers))
    body = "\n".join(calls)
    source = f'#include <cstdio>\n{includes}int main()\n{{\n    int bad = 0;\n{body}\n    std::printf("%d\\n", bad);\n}}\n'
    assert programs.output(source, "-w") == ["0"]


LOADED = """\
#include <cstdio>
#include <dlfcn.h>
int main(int, char **argv)
{
    for (int i = 0; i < 3; ++i) {
        void *library = dlopen("libascendcl.so", RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            std::printf("%s\\n", dlerror());
            return 1;
        }
        auto init = reinterpret_cast<int (*)(const char *)>(dlsym(library, "aclInit"));
        auto finalize = reinterpret_cast<int (*)()>(dlsym(library, "aclFinalize"));
        std::printf("%d %d %d\\n", init(nullptr), finalize(), dlclose(library));
    }
}
"""


def test_library_loaded_and_unloaded(programs: Programs) -> None:
    path = programs.folder / "program.cpp"
    path.write_text(LOADED)
    assert programs.output(LOADED, "-Wl,--as-needed") == ["0 0 0"] * 3


FAULT = """\
import ctypes
import aclnn_emu.boundary, aclnn_emu.capi.bridge
lib = ctypes.CDLL("libascendcl.so")
lib.aclGetRecentErrMsg.restype = ctypes.c_char_p
count = ctypes.c_uint32(77)
def broken(*_args):
    raise ZeroDivisionError("broken on purpose")
said = "broken on purpose"
%s
print(lib.aclrtGetDeviceCount(ctypes.byref(count)), count.value, said in lib.aclGetRecentErrMsg().decode())
"""
BROKEN = {
    "function": "import attrs; table = aclnn_emu.boundary.api_functions()\n"
    "table['aclrtGetDeviceCount'] = attrs.evolve(table['aclrtGetDeviceCount'], function=broken)",
    "binding": "known = aclnn_emu.capi.bridge._c_type\n"
    "aclnn_emu.capi.bridge._c_type = lambda name: broken() if 'Count' in name else known(name)",
    "bridge": "aclnn_emu.capi.bridge._with_outputs = lambda *_: broken",
    "answer": "word = type('Word', (), {'__index__': broken})()\n"
    "aclnn_emu.capi.bridge._with_outputs = lambda *_: lambda *_: (0, word)",
    "number of answers": "aclnn_emu.capi.bridge._with_outputs = lambda *_: lambda *_: (0, 1, 2)\nsaid = '3 parts'",
}


@pytest.mark.parametrize("place", BROKEN)
def test_fault_in_python_is_an_error_code(programs: Programs, place: str) -> None:
    done = programs.run(sys.executable, "-c", FAULT % BROKEN[place])
    assert done.stdout.split() == ["500000", "77", "True"], done.stderr


# What keeps the bridge from being there, and what standard error says then.
NO_BRIDGE = {
    "other declarations": (
        "import aclnn_emu.capi.bridge as bridge; bridge._c_type = lambda name: None",
        "build the toolkit again",
    ),
    "broken installation": ("import sys; sys.modules['aclnn_emu.capi.bridge'] = None", "ModuleNotFoundError"),
}


@pytest.mark.parametrize("reason", NO_BRIDGE)
def test_bridge_that_is_not_there_is_an_error_code(programs: Programs, reason: str) -> None:
    prepare, said = NO_BRIDGE[reason]
    code = f"{prepare}\nimport ctypes; lib = ctypes.CDLL('libascendcl.so')\nprint(lib.aclInit(None), lib.aclrtSetDevice(0))"
    done = programs.run(sys.executable, "-c", code)
    assert done.stdout.split() == ["500000", "500000"]
    assert said in done.stderr
