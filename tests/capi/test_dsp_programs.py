"""C programs for the DSP: the two of the operator's page as they are, our sample, misuse, threads."""

from __future__ import annotations

import re
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from _programs import SHARED, Programs

from aclnn_emu import dsp

SEED = SHARED / "seeds/BinaryCrossEntropyGrad.txt"
SAMPLE = Path(__file__).parents[2] / "samples/c/dsp_bce_grad.c"
STRICT = ("-Wall", "-Wextra", "-pedantic", "-Werror")
SIZE = 1024
INPUTS = ("input_x", "input_y", "weight", "dloss")
SHARED_VERSION, PRIVATE_VERSION = 0, 1


@pytest.fixture
def page() -> list[str]:
    """The two C programs of the page, without the numbers in front of their lines."""
    if not SEED.is_file():
        pytest.skip("the operator's page is not beside this repository")
    listings = re.findall(r"^ 1//.*?^\d+\}$", SEED.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(listings) == 2
    return ["".join(f"{line[2:]}\n" for line in listing.splitlines()) for listing in listings]


# Fills memory from files, runs the page's program, writes dx to a file. Arguments: NAME ADDRESS pairs, dx last.
DRIVER = """\
#define main page_main
#include "page.c"
#undef main
#include <dsp_emu.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static char data[1 << 16];
    int bad = 0;
    for (int i = 1; i + 3 < argc; i += 2) {
        FILE *in = fopen(argv[i], "rb");
        bad += dsp_emu_write((void *)strtoul(argv[i + 1], NULL, 0), data, fread(data, 1, sizeof(data), in));
        fclose(in);
    }
    bad += page_main(0, NULL);
    FILE *out = fopen(argv[argc - 2], "wb");
    bad += dsp_emu_read(data, (void *)strtoul(argv[argc - 1], NULL, 0), BYTES);
    fwrite(data, 1, BYTES, out);
    return bad + fclose(out);
}
"""


def draw(dtype: Any) -> dict[str, Any]:
    rng = np.random.default_rng(5)
    return {
        "input_x": rng.uniform(0.05, 0.95, SIZE).astype(dtype),
        "input_y": rng.integers(0, 2, SIZE).astype(dtype),
        "weight": rng.uniform(0.5, 2, SIZE).astype(dtype),
        "dloss": np.array([100.0], dtype),
    }


def driven(programs: Programs, program: str, data: dict[str, Any], **env: str) -> tuple[Any, str]:
    """Run a program of the page with data; dx, and what standard error says."""
    dtype = data["input_x"].dtype
    (programs.folder / "page.c").write_text(program, encoding="utf-8")
    built = programs.build(DRIVER, f"-DBYTES={SIZE * dtype.itemsize}", language="c")
    addresses = dict(re.findall(r"\*(\w+) = \(\w+ \*\)(\w+);", program))
    assert list(addresses) == [*INPUTS, "dx"]
    for name, values in data.items():
        (programs.folder / name).write_bytes(values.tobytes())
    done = programs.run(built, *(word for pair in addresses.items() for word in pair), **env)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return np.frombuffer((programs.folder / "dx").read_bytes(), dtype), done.stderr


def in_float64(data: dict[str, Any], *, weighted: bool) -> Any:
    x, y, weight, dloss = (data[name].astype(np.float64) for name in INPUTS)
    return dloss[0] / SIZE * (weight if weighted else 1.0) * (x - y) / (x * (1 - x) + 1e-12)


@pytest.mark.parametrize("number", [SHARED_VERSION, PRIVATE_VERSION])
def test_program_of_the_page_runs_unmodified(programs: Programs, page: list[str], number: int) -> None:
    done = programs.run(programs.build(page[number], "-Wall", language="c"))
    assert (done.returncode, done.stdout) == (0, "")
    # Nobody wrote the inputs, which is what is said.
    assert done.stderr.count("\n") == 1
    assert "warning: [DSP-VALUE-002] NONFINITE" in done.stderr


@pytest.mark.parametrize("number", [SHARED_VERSION, PRIVATE_VERSION])
def test_program_of_the_page_gives_right_numbers(programs: Programs, page: list[str], number: int) -> None:
    data = draw(np.float32)
    dx, said = driven(programs, page[number], data)
    assert said == ""
    np.testing.assert_allclose(dx, in_float64(data, weighted=number == SHARED_VERSION), rtol=1e-6)


def as_half(program: str) -> str:
    """The page's program for fp16 on the four cores of MT7004."""
    return program.replace("float", "half").replace("fp_", "hp_").replace("0xff", "0xf")


@pytest.mark.parametrize("number", [SHARED_VERSION, PRIVATE_VERSION])
def test_half_precision_on_mt7004(programs: Programs, page: list[str], number: int) -> None:
    data = draw(np.float16)
    dx, said = driven(programs, as_half(page[number]), data, ACLNN_EMU_DSP_PLATFORM="MT7004")
    assert said == ""
    np.testing.assert_allclose(dx, in_float64(data, weighted=number == SHARED_VERSION), rtol=2**-10)


@pytest.mark.parametrize("number", [SHARED_VERSION, PRIVATE_VERSION])
def test_half_precision_is_refused_on_ft78ne(programs: Programs, page: list[str], number: int) -> None:
    dx, said = driven(programs, as_half(page[number]), draw(np.float16))
    assert set(dx.view(np.uint16).tolist()) == {0xFFFF}
    assert said.count("UNSUPPORTED_DTYPE") == said.count("\n") == 1


def test_sample_is_clean_and_right(programs: Programs) -> None:
    *numbers, difference, misuse = programs.output(SAMPLE, *STRICT)
    assert len(numbers) == 4
    assert difference.endswith("right: yes")
    assert misuse.startswith("a host array as input_y: [DSP-ADDRESS-001] UNMAPPED")


HEAD = """\
#include <binary_cross_entropy_grad.h>
#include <dsp_emu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define DDR(n) ((float *)(uintptr_t)(0xA0000000 + (n) * 0x1000000ULL))
#define L2(n) ((float *)(uintptr_t)(0x10810000 + (n) * 0x10000ULL))
#define SHOW(number) printf("%ld\\n", (long)(number))
#define CODES for (size_t i = 0; i < dsp_emu_diagnostic_count(); ++i) SHOW(dsp_emu_diagnostic_code(i))

static float x[4] = {0.5F, 0.25F, 0.75F, 0.5F}, y[4] = {0, 0, 1, 1}, one = 1, dx[4];
static long long fixed[3] = {4, 2, 0};

/* x, y and dloss in a space, which is all that sum without weights needs. */
static void fill(float *first, uintptr_t step)
{
    dsp_emu_write(first, x, sizeof(x));
    dsp_emu_write((float *)((uintptr_t)first + step), y, sizeof(y));
    dsp_emu_write((float *)((uintptr_t)first + 3 * step), &one, sizeof(one));
}
/* 1 for the right dx, 0 for one that nobody wrote. */
static int written(const float *address)
{
    static const float right[4] = {2, 4 / 3.0F, -4 / 3.0F, -2};
    static unsigned char untouched[16];
    memset(untouched, 0xff, 16);
    dsp_emu_read(dx, address, 16);
    return !memcmp(dx, right, 16) ? 1 : !memcmp(dx, untouched, 16) ? 0 : -1;
}
#define SHARED(size, reduction, weighted, mask) do { long long p[3] = {size, reduction, weighted}; \\
    fp_binary_cross_entropy_grad_s(DDR(0), DDR(1), NULL, DDR(3), DDR(4), p, mask); SHOW(written(DDR(4))); } while (0)
#define POINTERS(version, a, b, w, d, out, ...) do { long long p[3] = {4, 2, 0}; \\
    fp_binary_cross_entropy_grad_##version(a, b, w, d, out, p __VA_ARGS__); SHOW(written(out)); } while (0)
"""


class Case(NamedTuple):
    """The body of main, what it prints (a word a line), how it ends, and what standard error has, line by line."""

    id: str
    body: str
    printed: str
    said: tuple[str, ...] = ()
    status: int = 0
    env: dict[str, str] = {}  # noqa: RUF012 - never changed


FILLED = "fill(DDR(0), 0x1000000); "
FILLED_L2 = "fill(L2(0), 0x10000); "
CASES = [
    Case("nothing wrong", FILLED + "SHARED(4, 2, 0, 0xff); CODES;", "1"),
    Case("one core", FILLED + "SHARED(4, 2, 0, 0x80); CODES;", "1"),
    Case("nothing wrong, private", FILLED_L2 + "POINTERS(p, L2(0), L2(1), 0, L2(3), L2(4)); CODES;", "1"),
    Case(
        "all pointers null",
        "fp_binary_cross_entropy_grad_s(0, 0, 0, 0, 0, 0, 0xff); hp_binary_cross_entropy_grad_p(0, 0, 0, 0, 0, 0);"
        "CODES;",
        "2 2 2 2 2 1",
        (*["NULL_POINTER"] * 5, "UNSUPPORTED_DTYPE"),
    ),
    Case("weight null", FILLED + "SHARED(4, 2, 1, 0xff); CODES;", "0 2", ("weight_defined (param[2]) is 1",)),
    Case("bad reduction", FILLED + "SHARED(4, 3, 0, 0xff); CODES;", "0 4", ("reduction (param[1]) is 3",)),
    Case("negative size", FILLED + "SHARED(-4, 2, 0, 0xff); CODES;", "0 3", ("is -4",)),
    Case("no elements is no error", FILLED + "SHARED(0, 2, 0, 0xff); CODES;", "0 3"),
    Case("too many", FILLED + "SHARED(1LL << 62, 2, 0, 0xff); CODES;", "0 3", ("BAD_SIZE",)),
    Case("no core", FILLED + "SHARED(4, 2, 0, 0); CODES;", "0 5", ("core_mask is 0",)),
    Case("all bits", FILLED + "SHARED(4, 2, 0, -1); CODES;", "0 5", ("core_mask is 0xffffffff",)),
    Case(
        "shared function on L2",
        FILLED_L2 + "POINTERS(s, L2(0), L2(1), 0, L2(3), L2(4), , 1); CODES;",
        "0 8 8 8 8",
        ("WRONG_SPACE",) * 4,
    ),
    Case(
        "private function on DDR",
        FILLED + "POINTERS(p, DDR(0), DDR(1), 0, DDR(3), DDR(4)); CODES;",
        "0 8 8 8 8",
        ("WRONG_SPACE",) * 4,
    ),
    Case(
        "L2 of another core",
        FILLED_L2 + "dsp_emu_set_core(1); POINTERS(p, L2(0), L2(1), 0, L2(3), L2(4)); CODES;"
        'SHOW(strstr(dsp_emu_diagnostic_text(0), "dsp_emu_set_core(0)") != NULL);',
        "0 9 9 9 9 1",
        ("REMOTE_L2",) * 4,
    ),
    Case(
        "host memory",
        FILLED + "float *h = malloc(16); POINTERS(s, h, DDR(1), 0, DDR(3), DDR(4), , 1); CODES;",
        "0 6",
        ("copy the data there with dsp_emu_write",),
    ),
    Case(
        "behind the end",
        FILLED + "POINTERS(s, DDR(0), DDR(1), 0, DDR(3), (float *)0xfffffff0, , 1);"
        "fp_binary_cross_entropy_grad_s(DDR(0), DDR(1), 0, DDR(3), (float *)0xfffffff8, fixed, 1); CODES;",
        "1 7",
        ("OUT_OF_RANGE",),
    ),
    Case(
        "misaligned",
        FILLED + "POINTERS(s, (float *)0xA0000002, DDR(1), 0, DDR(3), DDR(4), , 1); CODES;",
        "0 11",
        ("MISALIGNED",),
    ),
    Case(
        "param nowhere",
        FILLED + "for (int i = 0; i < 3; ++i) { uintptr_t bad[3] = {0x10, 0x7ffffffff000, UINTPTR_MAX - 7};"
        "fp_binary_cross_entropy_grad_s(DDR(0), DDR(1), 0, DDR(3), DDR(4), (long long *)bad[i], 1); } CODES;"
        "SHOW(written(DDR(4)));",
        "6 6 6 0",
        ("param is 0x00000010", "param is 0x7ffffffff000", "param is 0xfffffffffffffff8"),
    ),
    Case(
        "param on the DSP",
        FILLED + "dsp_emu_write(DDR(5), fixed, 24);"
        "fp_binary_cross_entropy_grad_s(DDR(0), DDR(1), 0, DDR(3), DDR(4), (long long *)DDR(5), 1);"
        "SHOW(written(DDR(4))); CODES;",
        "1",
    ),
    Case(
        "static param",
        FILLED + "fp_binary_cross_entropy_grad_s(DDR(0), DDR(1), 0, DDR(3), DDR(4), fixed, 1);"
        "SHOW(written(DDR(4))); CODES;",
        "1",
    ),
    Case(
        "policy hardware",
        FILLED + FILLED_L2 + 'SHOW(dsp_emu_set("policy", "hardware")); SHARED(4, 7, 0, 0xfff);'
        "POINTERS(s, L2(0), L2(1), 0, L2(3), L2(4), , 1); SHOW(dsp_emu_clear_diagnostics());"
        "POINTERS(s, 0, L2(1), 0, L2(3), L2(5), , 1); CODES; SHOW(dsp_emu_diagnostic_severity(0));",
        "0 1 1 0 0 2 8 8 8 2",
        ("warning",) * 6 + ("error", "warning", "warning", "warning"),
    ),
    Case(
        "policy raise",
        FILLED + 'SHOW(dsp_emu_set("policy", "raise")); SHARED(4, 2, 0, 1); fflush(stdout); SHARED(4, 3, 0, 1);',
        "0 1",
        ("BAD_REDUCTION", "aborted"),
        -signal.SIGABRT,
    ),
    Case(
        "policy raise from the environment",
        "fflush(stdout); SHARED(4, 3, 0, 1);",
        "",
        ("BAD_REDUCTION", "aborted"),
        -signal.SIGABRT,
        {"ACLNN_EMU_DSP_POLICY": "raise"},
    ),
    Case(
        "environment names no platform",
        FILLED + "SHARED(4, 2, 0, 1); SHOW(dsp_emu_open(NULL)); SHOW(dsp_emu_diagnostic_count());"
        'SHOW(dsp_emu_open("MT7004")); ' + FILLED + "SHARED(4, 2, 0, 0xf);",
        "-1 -1 0 0 1",
        ("there is no platform 'FT1'",) * 7,
        env={"ACLNN_EMU_DSP_PLATFORM": "FT1"},
    ),
    Case(
        "no messages",
        FILLED + 'SHOW(dsp_emu_set("messages", "none")); SHARED(4, 3, 0, 1); CODES; SHOW(dsp_emu_set_core(9));'
        'dsp_emu_set("messages", "stderr"); SHARED(4, 4, 0, 1); SHOW(dsp_emu_diagnostic_count());',
        "0 0 4 -1 0 2",
        ("reduction (param[1]) is 4",),
    ),
    Case(
        "a message comes once, also after a clear",
        "SHARED(4, 3, 0, 1); SHOW(dsp_emu_clear_diagnostics()); CODES; SHARED(0, 2, 0, 1); SHARED(4, 5, 0, 1); CODES;",
        "0 0 0 0 3 4",
        ("is 3", "is 5"),
    ),
    Case(
        "wrong options",
        'SHOW(dsp_emu_set("speed", "high")); SHOW(dsp_emu_set(NULL, NULL)); SHOW(dsp_emu_set("policy", "lax"));'
        'SHOW(dsp_emu_set("denominator", NULL)); SHOW(dsp_emu_set("half_mode", "")); SHOW(dsp_emu_set("messages", "x"));'
        'SHOW(dsp_emu_open("FT1")); SHOW(dsp_emu_set_core(8)); SHOW(dsp_emu_set_core(-1)); SHOW(dsp_emu_set_core(7));',
        "-1 -1 -1 -1 -1 -1 -1 -1 -1 0",
        ("'speed'", "None", "'lax'", "denominator is None", "half_mode is ''", "'x'", "'FT1'", "is 8", "is -1"),
    ),
    Case(
        "right options",
        'SHOW(dsp_emu_set("denominator", "max")); SHOW(dsp_emu_set("half_mode", "native")); ' + FILLED
        # Outside [0, 1] the denominators differ by 12 orders of magnitude.
        + "float far = 1.5F; dsp_emu_write(DDR(0), &far, 4); SHARED(4, 2, 0, 1); SHOW(dx[0] > 1e12F);",
        "0 0 -1 1",
        ("DOMAIN",),
    ),
    Case(
        "core of a smaller platform",
        'dsp_emu_set_core(7); SHOW(dsp_emu_open("MT7004")); POINTERS(p, L2(0), L2(1), 0, L2(3), L2(4)); CODES;',
        "0 -1",
        ("core 7 is selected", "core 7 is selected"),
    ),
    Case(
        "core of a smaller platform, policy raise",
        'dsp_emu_set_core(7); dsp_emu_open("MT7004"); fp_binary_cross_entropy_grad_s(0, 0, 0, 0, 0, fixed, 1);',
        "",
        ("core 7 is selected", "aborted"),
        -signal.SIGABRT,
        {"ACLNN_EMU_DSP_POLICY": "raise"},
    ),
    Case(
        "copies",
        "SHOW(dsp_emu_write(x, DDR(0), 16)); SHOW(dsp_emu_write(x, y, 16)); SHOW(dsp_emu_read(NULL, DDR(0), 16));"
        "SHOW(dsp_emu_read(dx, DDR(0), SIZE_MAX)); SHOW(dsp_emu_fill((void *)0xfffffff0, 1, 17));"
        "SHOW(dsp_emu_write(DDR(0), NULL, 0)); SHOW(dsp_emu_fill(DDR(0), 0x13f, 4)); SHOW(dsp_emu_read(dx, DDR(0), 8));"
        "SHOW(((unsigned char *)dx)[3] * 256 + ((unsigned char *)dx)[4]); CODES;"
        'SHOW(dsp_emu_read((void *)"constant", DDR(0), 4));',
        "-1 -1 -1 -1 -1 0 0 0 16383 6 7 -1",
        ("cannot be read", "UNMAPPED", "cannot be written", "cannot be written", "OUT_OF_RANGE", "cannot be written"),
    ),
    Case(
        "indices of findings",
        "SHARED(4, 3, 0, 1); SHOW(dsp_emu_diagnostic_severity(0)); SHOW(dsp_emu_diagnostic_code(1));"
        "SHOW(dsp_emu_diagnostic_severity(SIZE_MAX)); SHOW(dsp_emu_diagnostic_text(1) == NULL);",
        "0 2 -1 -1 1",
        ("BAD_REDUCTION",),
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(programs: Programs, case: Case) -> None:
    source = f"{HEAD}int main(void) {{ {case.body} return 0; }}\n"
    done = programs.run(programs.build(source, "-w", language="c"), **case.env)
    assert done.returncode == case.status, f"{done.stdout}\n{done.stderr}"
    assert done.stdout.split() == case.printed.split(), done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == len(case.said), done.stderr
    for line, part in zip(lines, case.said, strict=True):
        assert line.startswith("aclnn_emu: ")
        assert part in line


def test_static_param_of_a_program_below_4_gib(programs: Programs) -> None:
    case = next(case for case in CASES if case.id == "static param")
    source = f"{HEAD}int main(void) {{ SHOW((uintptr_t)fixed >> 32); {case.body} return 0; }}\n"
    assert programs.output(source, "-w", "-no-pie", language="c") == ["0", case.printed]


THREADS = """\
#include <cstdio>
#include <thread>
#include <vector>
#include "binary_cross_entropy_grad.h"
#include "dsp_emu.h"

// Each core works on its own L2, by the address that is the same for all of them.
static void work(int core, float *result)
{
    auto at = [](unsigned n) { return reinterpret_cast<float *>(0x00810000UL + n * 0x10000UL); };
    long long param[3] = {1, 2, 0};
    const float x = 0.5F, y = 0.0F, dloss = static_cast<float>(core + 1);
    for (int i = 0; i < 100; ++i) {
        dsp_emu_set_core(core);
        dsp_emu_write(at(0), &x, 4);
        dsp_emu_write(at(1), &y, 4);
        dsp_emu_write(at(3), &dloss, 4);
        fp_binary_cross_entropy_grad_p(at(0), at(1), nullptr, at(3), at(4), param);
        dsp_emu_read(result, at(4), 4);
    }
}

int main()
{
    float results[8] = {};
    std::vector<std::thread> threads;
    dsp_emu_open("FT78NE");
    for (int core = 0; core < 8; ++core) {
        threads.emplace_back(work, core, &results[core]);
    }
    for (auto &thread : threads) {
        thread.join();
    }
    for (float result : results) {
        std::printf("%g ", static_cast<double>(result));
    }
    std::printf("%zu\\n", dsp_emu_diagnostic_count());
}
"""


def test_each_thread_has_its_core(programs: Programs) -> None:
    assert programs.output(THREADS, "-pthread", *STRICT) == ["2 4 6 8 10 12 14 16 0"]


PROTOTYPES = """\
#include <binary_cross_entropy_grad.h>
#define SAME(T, p) \\
    void (*volatile p##_s)(T *, T *, T *, T *, T *, long long *, int) = p##_binary_cross_entropy_grad_s; \\
    void (*volatile p##_p)(T *, T *, T *, T *, T *, long long *) = p##_binary_cross_entropy_grad_p;
SAME(float, fp)
SAME(half, hp)
typedef char half_has_two_bytes[sizeof(half) == 2 ? 1 : -1];
int main(void) { return fp_s == 0 || fp_p == 0 || hp_s == 0 || hp_p == 0; }
"""


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_prototypes_are_those_of_the_page(programs: Programs, language: str) -> None:
    assert programs.output(PROTOTYPES, *STRICT, "-Wl,-z,defs,-z,now", language=language) == []


def test_pkg_config_is_enough(programs: Programs) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("pkg-config is not installed")
    script = f"cc {SAMPLE} -o sample $(pkg-config --cflags --libs aclnn_emu_dsp) && ./sample"
    done = programs.run("sh", "-c", script, PKG_CONFIG_PATH=str(programs.toolkit / "lib64/pkgconfig"))
    assert "right: yes" in done.stdout, done.stderr


CMAKE = """\
cmake_minimum_required(VERSION 3.14)
project(dsp C)
find_package(aclnn_emu CONFIG REQUIRED)
add_executable(sample sample.c)
target_link_libraries(sample PRIVATE aclnn_emu::dspops)
"""


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
def test_cmake_target(programs: Programs) -> None:
    shutil.copy(SAMPLE, programs.folder / "sample.c")
    (programs.folder / "CMakeLists.txt").write_text(CMAKE)
    configure = f"cmake -S . -B build -DCMAKE_PREFIX_PATH={programs.toolkit}/lib64/cmake"
    done = programs.run("sh", "-c", f"{configure} && cmake --build build && ./build/sample")
    assert "right: yes" in done.stdout, done.stdout + done.stderr


def test_commands_of_the_docs(programs: Programs) -> None:
    program = programs.folder / "dsp"
    command = [sys.executable, "-m", "aclnn_emu", "cc", "--toolkit", programs.toolkit, SAMPLE, "-o", program]
    assert programs.run(*command).returncode == 0
    done = programs.run(sys.executable, "-m", "aclnn_emu", "run", "--toolkit", programs.toolkit, program)
    assert "right: yes" in done.stdout, done.stderr


# In a Python process the library and the package have one device; what is broken there is said, too.
TOGETHER = """\
import ctypes
import numpy as np
from aclnn_emu import dsp
lib = ctypes.CDLL("libdspops.so")
device = dsp.open_device("MT7004", policy="record")
device.memory.write(0xA0000000, np.array([0.5, 1, 1], np.float32))
p = ctypes.c_void_p
param = (ctypes.c_longlong * 3)(1, 2, 0)
def call():
    lib.fp_binary_cross_entropy_grad_s(p(0xA0000000), p(0xA0000004), p(), p(0xA0000008), p(0xB0000000), param, 3)
call()
print(device.memory.read(0xB0000000, np.float32, 1)[0], [part.core for part in device.trace])
print(lib.dsp_emu_open(b"FT78NE"), dsp.current_device().platform.name, dsp.current_device().policy.value)
import aclnn_emu.capi.dsp_calls as calls
def broken(*_):
    raise ZeroDivisionError("broken on purpose")
calls._param = broken
call()
print("still here")
"""


def test_library_and_package_have_one_device(programs: Programs) -> None:
    done = programs.run(sys.executable, "-c", TOGETHER)
    assert done.stdout.splitlines() == ["-2.0 [0, 1]", "0 FT78NE record", "still here"], done.stderr
    assert "fault of the emulator in fp_binary_cross_entropy_grad_s" in done.stderr
    assert "broken on purpose" in done.stderr


def test_codes_of_the_header_are_those_of_the_package(toolkit: Path) -> None:
    text = (toolkit / "include/dsp_emu.h").read_text(encoding="utf-8")
    listed = {name: int(number) for name, number in re.findall(r"DSP_EMU_(\w+) = (\d+)", text)}
    assert listed == {member.name: int(member) for kind in (dsp.Code, dsp.Severity) for member in kind}
