"""Whole programs: the C++ program of the vendor's page, our own samples, threads, a client in plain Python."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from _programs import SHARED, Programs

SEED = SHARED / "seeds/aclnnBinaryCrossEntropyBackward.txt"
SAMPLES = Path(__file__).parents[2] / "samples/c"
RESULT = [f"result[{i}] is: -0.095238" for i in range(4)]


@pytest.fixture
def seed_program() -> str:
    if not SEED.is_file():
        pytest.skip("the vendor's page is not beside this repository")
    page = SEED.read_text(encoding="utf-8")
    return page[page.index("#include <iostream>") :]


def test_program_of_the_page_runs_unmodified(programs: Programs, seed_program: str) -> None:
    assert programs.output(seed_program) == RESULT


CMAKE = """\
cmake_minimum_required(VERSION 3.14)
project(ACLNN_EXAMPLE CXX)
add_compile_options(-std=c++11)
set(ASCEND_PATH $ENV{ASCEND_HOME_PATH})
include_directories(${ASCEND_PATH}/include ${ASCEND_PATH}/include/aclnn)
add_executable(opapi_test program.cpp)
target_link_libraries(opapi_test PRIVATE ${ASCEND_PATH}/lib64/libascendcl.so ${ASCEND_PATH}/lib64/libnnopbase.so
  ${ASCEND_PATH}/lib64/libopapi_math.so ${ASCEND_PATH}/lib64/libopapi_nn.so)
"""
CMAKE_PACKAGE = """\
cmake_minimum_required(VERSION 3.14)
project(with_package CXX)
find_package(aclnn_emu 0.1 CONFIG REQUIRED)
add_executable(opapi_test program.cpp)
target_link_libraries(opapi_test PRIVATE aclnn_emu::aclnn)
"""


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
@pytest.mark.parametrize("text", [CMAKE, CMAKE_PACKAGE], ids=["guide", "package"])
def test_program_of_the_page_builds_with_cmake(programs: Programs, seed_program: str, text: str) -> None:
    (programs.folder / "program.cpp").write_text(seed_program)
    (programs.folder / "CMakeLists.txt").write_text(text)
    script = (
        f". {programs.toolkit}/set_env.sh && "
        'cmake -S . -B build -DCMAKE_PREFIX_PATH="$ASCEND_HOME_PATH/lib64/cmake" >log 2>&1 && '
        "cmake --build build >>log 2>&1 || { cat log; exit 1; }; ./build/opapi_test"
    )
    done = programs.run("bash", "-c", script)
    assert done.stdout.splitlines() == RESULT


def test_pkg_config_names_folders_and_libraries(programs: Programs) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("pkg-config is not installed")
    folder = str(programs.toolkit / "lib64/pkgconfig")
    done = programs.run("pkg-config", "--cflags", "--libs", "aclnn_emu", PKG_CONFIG_PATH=folder)
    words = done.stdout.split()
    assert {"-lascendcl", "-lnnopbase", "-lopapi"} <= set(words)
    includes = [Path(word[2:]).resolve() for word in words if word.startswith("-I")]
    assert (programs.toolkit / "include").resolve() in includes


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("binary_*")), ids=lambda path: path.name)
def test_sample_is_clean_and_runs(programs: Programs, sample: Path) -> None:
    assert programs.output(sample, "-Wall", "-Wextra", "-pedantic", "-Werror") == RESULT


def test_set_env_sets_what_programs_look_for(programs: Programs) -> None:
    names = ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH", "LD_LIBRARY_PATH", "PYTHONPATH")
    script = f". {programs.toolkit}/set_env.sh; " + "; ".join(f'echo "${name}"' for name in names)
    env = {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": "/else"}
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=True, env=env)  # noqa: S603
    home = str(programs.toolkit)
    expected = [home, home, f"{home}/opp", f"{home}/lib64:/else", f"{home}/python/site-packages"]
    assert done.stdout.splitlines() == expected


def test_import_acl_is_the_emulator(programs: Programs) -> None:
    code = "import acl, acl.rt; print(acl.__name__, acl.rt.set_device(0))"
    done = programs.run(sys.executable, "-c", code)
    assert done.stdout.split() == ["aclnn_emu.acl", "0"], done.stderr


THREADS = """\
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"

static std::atomic<int> wrong{0};

static void work(int index)
{
    const int64_t shape[] = {4};
    const float ones[4] = {1, 1, 1, 1};
    float sum[4] = {0, 0, 0, 0}, alpha = static_cast<float>(index + 1);
    void *memory[3];
    aclTensor *tensors[3];
    aclrtStream stream;
    int bad = aclrtSetDevice(index % 2) + aclrtCreateStream(&stream);
    for (int i = 0; i < 3; ++i) {
        bad += aclrtMalloc(&memory[i], 16, ACL_MEM_MALLOC_HUGE_FIRST);
        bad += aclrtMemcpy(memory[i], 16, i < 2 ? ones : sum, 16, ACL_MEMCPY_HOST_TO_DEVICE);
        tensors[i] = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory[i]);
    }
    aclScalar *scalar = aclCreateScalar(&alpha, ACL_FLOAT);
    for (int i = 0; i < 1250; ++i) { // sum += alpha * 1
        uint64_t size = 1;
        aclOpExecutor *executor = nullptr;
        bad += aclnnAddGetWorkspaceSize(tensors[2], tensors[0], scalar, tensors[2], &size, &executor);
        bad += size != 0;
        bad += aclnnAdd(nullptr, size, executor, stream);
        if (i % 100 == 0) {
            bad += aclrtSynchronizeStream(stream);
        }
    }
    bad += aclnnAdd(nullptr, 0, reinterpret_cast<aclOpExecutor *>(8), stream) != 561000;
    bad += aclGetRecentErrMsg() == nullptr; // the thread's own text
    bad += aclrtSynchronizeStream(stream);
    bad += aclrtMemcpy(sum, 16, memory[2], 16, ACL_MEMCPY_DEVICE_TO_HOST);
    bad += sum[0] != 1250 * alpha || sum[3] != 1250 * alpha;
    wrong += bad;
}

int main()
{
    wrong += aclInit(nullptr);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back(work, i);
    }
    for (auto &thread : threads) {
        thread.join();
    }
    std::printf("%d %d\\n", wrong.load(), aclGetRecentErrMsg() == nullptr);
    return 0;
}
"""


@pytest.mark.parametrize("schedule", ["deferred", "threaded"])
def test_eight_threads(programs: Programs, schedule: str) -> None:
    assert programs.output(THREADS, "-pthread", ACLNN_EMU_SCHEDULE=schedule) == ["0 1"]


CLIENT = """\
import ctypes, sys
assert "aclnn_emu" not in sys.modules
lib = ctypes.CDLL("libascendcl.so"); base = ctypes.CDLL("libnnopbase.so"); ops = ctypes.CDLL("libopapi.so")
p, u64, i64 = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int64
base.aclCreateTensor.restype = base.aclCreateScalar.restype = p
base.aclCreateTensor.argtypes = [p, u64, ctypes.c_int, p, i64, ctypes.c_int, p, u64, p]
assert lib.aclInit(None) == 0 and lib.aclrtSetDevice(0) == 0
stream = p()
assert lib.aclrtCreateStream(ctypes.byref(stream)) == 0
shape = (i64 * 2)(2, 2)
def tensor(values):
    host, device = (ctypes.c_float * 4)(*values), p()
    assert lib.aclrtMalloc(ctypes.byref(device), u64(16), 0) == 0
    assert lib.aclrtMemcpy(device, u64(16), host, u64(16), 1) == 0
    return device, p(base.aclCreateTensor(shape, 2, 0, None, 0, 2, shape, 2, device))
(_, x), (_, y), (memory, out) = tensor([1, 2, 3, 4]), tensor([10, 20, 30, 40]), tensor([0] * 4)
alpha = p(base.aclCreateScalar(ctypes.byref(ctypes.c_float(2)), 0))
size, executor = u64(), p()
assert ops.aclnnAddGetWorkspaceSize(x, y, alpha, out, ctypes.byref(size), ctypes.byref(executor)) == 0
assert ops.aclnnAdd(None, size, executor, stream) == 0
assert lib.aclrtSynchronizeStream(stream) == 0
result = (ctypes.c_float * 4)()
assert lib.aclrtMemcpy(result, u64(16), memory, u64(16), 2) == 0
print(list(result))
assert lib.aclrtSynchronizeStream(p(0x1234)) == 107017
"""

SHARED_CORE = """\
import ctypes
import aclnn_emu as emu
from aclnn_emu.runtime.machine import machine
emu.configure(soc="Ascend310P")
lib = ctypes.CDLL("libascendcl.so")
lib.aclrtGetSocName.restype = ctypes.c_char_p
print(lib.aclrtGetSocName().decode())
assert lib.aclrtSetDevice(0) == 0
address = ctypes.c_void_p()
assert lib.aclrtMalloc(ctypes.byref(address), ctypes.c_uint64(16), 0) == 0
print(machine().devices[0].memory.find(address.value).requested)
"""


def test_client_in_plain_python(programs: Programs) -> None:
    done = programs.run(sys.executable, "-c", CLIENT)
    assert done.stdout.splitlines() == ["[21.0, 42.0, 63.0, 84.0]"], done.stderr


def test_libraries_share_the_core_with_the_package(programs: Programs) -> None:
    done = programs.run(sys.executable, "-c", SHARED_CORE)
    assert done.stdout.splitlines() == ["Ascend310P3", "16"], done.stderr


AFTER_CAPSULES = """\
import ctypes, datetime
for _ in range(5):
    repr(datetime.datetime_CAPI), datetime.datetime_CAPI.__doc__
print(ctypes.CDLL("libascendcl.so").aclrtSetDevice(0))
"""


def test_a_process_that_looked_into_capsules(programs: Programs) -> None:
    """As one does that imported torch: what cffi takes for its lock has a value then (Python before 3.12)."""
    done = programs.run(sys.executable, "-c", AFTER_CAPSULES)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
