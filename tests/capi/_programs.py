"""Building programs against the toolkit and running them; where the vendor's documents are."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler
from aclnn_emu.capi.toolkit import environment, include_flags, link_flags

SHARED = Path(__file__).parents[2].parent / "shared"
SETTINGS = (
    "ACLNN_EMU_SOC",
    "ACLNN_EMU_SCHEDULE",
    "ACLNN_EMU_DEVICES",
    "ACLNN_EMU_DSP_PLATFORM",
    "ACLNN_EMU_DSP_POLICY",
    "ASCEND_GLOBAL_LOG_LEVEL",
)


HEAD = """\
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>
#include <dlfcn.h>
#include <unistd.h>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn_emu.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_sleep.h"
#define SHOW(call) std::printf("%ld\\n", static_cast<long>(call))

static const int64_t shape[] = {4};
static const int64_t nothing[] = {0, 4};
static aclrtStream stream;
static void *memory;
static float host[4] = {1, -2, 3, -4};
static uint64_t size = 77;
static aclOpExecutor *executor;

static aclTensor *tensor(void *address)
{
    return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, address);
}
static void start()
{
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMalloc(&memory, 16, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(memory, 16, host, 16, ACL_MEMCPY_HOST_TO_DEVICE);
}
static void says(const char *part)
{
    const char *text = aclGetRecentErrMsg();
    std::printf("%s\\n", text && std::strstr(text, part) ? "told" : (text ? text : "no text"));
}
"""


class Case(NamedTuple):
    """The body of main, what it prints (a word a line) and how it ends (a negative number: by that signal)."""

    id: str
    body: str
    printed: str = ""
    status: int = 0


class Programs:
    """Builds programs in a folder of their own and runs them."""

    def __init__(self, toolkit: Path, folder: Path) -> None:
        self.toolkit = toolkit
        self.folder = folder
        clean = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        self.env = environment(toolkit, clean)

    def build(self, source: str | Path, *flags: str, language: str = "cpp") -> Path:
        """Compile and link a source text or file."""
        if isinstance(source, Path):
            path = source
        else:
            path = self.folder / f"program.{language}"
            path.write_text(source, encoding="utf-8")
        c = path.suffix == ".c"
        compiler, standard = (c_compiler(), "-std=c11") if c else (cpp_compiler(), "-std=c++17")
        program = self.folder / f"program_{path.suffix[1:]}"
        command = [compiler, standard, *flags, str(path), "-o", str(program), *include_flags(self.toolkit)]
        done = subprocess.run(  # noqa: S603
            [*command, *link_flags(self.toolkit), "-ldl"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return program

    def run(self, *command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a program with the toolkit's environment."""
        return subprocess.run(  # noqa: S603
            list(map(str, command)),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            cwd=self.folder,
            env=self.env | env,
        )

    def output(self, source: str | Path, *flags: str, language: str = "cpp", **env: str) -> list[str]:
        """The lines that a program prints; it must end with status 0."""
        done = self.run(self.build(source, *flags, language=language), **env)
        assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout.splitlines()

    def check(self, case: Case) -> None:
        """Build and run a case; it must end and print as it says."""
        source = f"{HEAD}int main() {{ {case.body} std::fflush(stdout); return 0; }}\n"
        done = self.run(self.build(source, "-pthread", "-w"))
        assert done.returncode == case.status, f"{done.stdout}\n{done.stderr}"
        printed = done.stdout.split("\n")[:-1]
        assert printed == case.printed.split(), f"{printed}\n{done.stderr}"
